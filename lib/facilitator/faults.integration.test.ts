import { parseGwei } from 'viem'
import { describe, expect, it, onTestFinished } from 'vitest'
import { EVM_NETWORK } from '@/development/testing/facilitator-world'
import { type RpcCall, type RpcFault, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { createChains } from '@/lib/base/chains/chains'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { Facilitator } from './create-facilitator'
import { newPayment } from './testing/new-payments'
import { openOwnChain } from './testing/own-chain'

const { anvil, world, rpc, chain, paid } = await openOwnChain()

/** Far above what the tests let the chain ask for. */
const gas = { maxFee: parseGwei('500') }

const quick = { resendAfterMs: 200, replaceAfterMs: 5_000, takeOverAfterMs: 0 }

type FaultyOptions = { limits?: Partial<typeof quick>; confirmations?: number; urls?: string[]; rpcTimeoutMs?: number }

async function openFaulty({ limits = {}, urls = [rpc.url], ...options }: FaultyOptions = {}) {
  const facilitator = await world.openInstance({ evmRpcUrls: urls, gas, ...options, limits: { ...quick, ...limits } })
  onTestFinished(() => facilitator.stop())
  return facilitator
}

const isSend = (call: RpcCall) => call.method === 'eth_sendRawTransaction'
const once = (matches: (call: RpcCall) => boolean, fault: RpcFault) => {
  let isSpent = false
  return (call: RpcCall): RpcFault => {
    if (isSpent || !matches(call)) return 'pass'
    isSpent = true
    return fault
  }
}

describe('a settlement survives', () => {
  it('an endpoint that answers every third call with 500', async () => {
    const facilitator = await openFaulty()
    const payments = [await newPayment(world)]
    while (payments.length < 10) payments.push(await newPayment(world))
    let count = 0
    rpc.decide(() => (++count % 3 === 0 ? 'status-500' : 'pass'))
    const outcomes = await Promise.all(payments.map(({ request }) => facilitator.settle(request)))
    rpc.decide(() => 'pass')
    for (const [index, { payTo }] of payments.entries()) {
      expect(await paid(payTo)).toBe(outcomes[index]?.kind === 'settled' ? 1_000n : 0n)
    }
    expect(outcomes.every(({ kind }) => kind !== 'unknown')).toBe(true)
  })

  it.each<[string, RpcFault]>([
    ['a node that never answers the broadcast', 'hang'],
    ['an answer that is lost after the broadcast', 'drop-answer'],
  ])('%s', async (_what, fault) => {
    const facilitator = await openFaulty({ rpcTimeoutMs: 5_000 })
    const { request, payTo } = await newPayment(world)
    rpc.decide(once(isSend, fault))
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(await paid(payTo)).toBe(1_000n)
  })

  it('a node that takes a transaction and forgets it, while a later one waits behind the gap', async () => {
    const facilitator = await openFaulty()
    const [first, second] = [await newPayment(world), await newPayment(world)]
    rpc.decide(once(isSend, { swallow: `0x${'ab'.repeat(32)}` }))
    const before = rpc.calls.filter(isSend).length
    const early = facilitator.settle(first.request)
    await expect.poll(() => rpc.calls.filter(isSend).length).toBeGreaterThan(before)
    const outcomes = await Promise.all([early, facilitator.settle(second.request)])
    expect(outcomes.map(({ kind }) => kind)).toEqual(['settled', 'settled'])
    expect([await paid(first.payTo), await paid(second.payTo)]).toEqual([1_000n, 1_000n])
  })

  it('a base fee that rises above its own, and a node that calls the first replacement underpriced', async () => {
    const facilitator = await openFaulty({ limits: { replaceAfterMs: 400 } })
    const { request, payTo } = await newPayment(world)
    await anvil.pauseMining()
    const settling = facilitator.settle(request)
    await expect.poll(async () => (await chain.getTxpoolStatus()).pending).toBe(1)
    let refusals = 0
    rpc.decide((call) => {
      if (!isSend(call) || refusals > 0) return 'pass'
      refusals += 1
      return { error: { code: -32000, message: 'replacement transaction underpriced' } }
    })
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
    await chain.mine({ blocks: 1 })
    await anvil.resumeMining()
    expect(await settling).toMatchObject({ kind: 'settled' })
    expect(await paid(payTo)).toBe(1_000n)
    expect(refusals).toBe(1)
  })

  it('a reorganisation that takes its block away', async () => {
    const facilitator = await openFaulty({ confirmations: 3 })
    const { request, payTo } = await newPayment(world)
    const settling = facilitator.settle(request)
    await expect.poll(() => paid(payTo)).toBe(1_000n)
    await chain.request({ method: 'anvil_reorg' as never, params: [1, []] as never })
    await expect.poll(() => paid(payTo)).toBe(1_000n)
    await chain.mine({ blocks: 3 })
    expect(await settling).toMatchObject({ kind: 'settled' })
    expect(await paid(payTo)).toBe(1_000n)
  })
})

describe('three endpoints of which one lies', () => {
  it('hide no settlement: two must agree on the outcome of an authorization', async () => {
    const { request } = await newPayment(world)
    const outcome = await (await openFaulty()).settle(request)
    rpc.decide(({ method }) => (method === 'eth_call' ? { swallow: `0x${'0'.repeat(64)}` } : 'pass'))
    const authorization = readSignedPayment(request.paymentPayload, request.paymentRequirements).authorization
    const truthFrom = (rpcUrls: string[]) =>
      createChains({ networks: { [EVM_NETWORK]: { rpcUrls, confirmations: 1 } } }).findAuthorization(authorization)
    expect(await truthFrom([rpc.url])).toEqual({ state: 'unused' })
    expect(outcome.kind).toBe('settled')
    expect(await truthFrom([rpc.url, anvil.rpcUrl, anvil.rpcUrl])).toMatchObject({ state: 'settled' })
  })

  it('gives no success for a forged receipt, and settles for real', async () => {
    const others = [await startFaultyRpc(anvil.rpcUrl), await startFaultyRpc(anvil.rpcUrl)]
    const facilitator = await openFaulty({
      urls: [rpc.url, ...others.map(({ url }) => url)],
      limits: { resendAfterMs: 3_000 },
    })
    const { request, payTo } = await newPayment(world)
    const forged = await forgedReceipt()
    const swallow = (call: RpcCall): RpcFault => (isSend(call) ? { swallow: `0x${'cd'.repeat(32)}` } : 'pass')
    rpc.decide((call) => (call.method === 'eth_getTransactionReceipt' ? { swallow: forged(call) } : swallow(call)))
    for (const other of others) other.decide(swallow)
    const outcome = await facilitator.settle(withTimeout(request, 1))
    expect(outcome).toMatchObject({ kind: 'unknown' })
    expect(await paid(payTo)).toBe(0n)

    for (const other of others) other.decide(() => 'pass')
    await expect.poll(() => paid(payTo)).toBe(1_000n)
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    await Promise.all(others.map((other) => other.stop()))
  })
})

type Settlement = Parameters<Facilitator['settle']>[0]

const withTimeout = (request: Settlement, maxTimeoutSeconds: number): Settlement => ({
  ...request,
  paymentRequirements: { ...request.paymentRequirements, maxTimeoutSeconds },
})

/** A receipt like a real one, with the events of a settlement, for any hash. */
async function forgedReceipt() {
  const { request } = await newPayment(world)
  const outcome = await (await openFaulty()).settle(request)
  if (outcome.kind !== 'settled') throw new Error('Expected a settlement to copy.')
  const real = await rawReceipt(outcome.response.transaction)
  return (call: RpcCall) => ({ ...real, transactionHash: call.params[0] })
}

/** The receipt as the node writes it, before any client has read it. */
async function rawReceipt(hash: string): Promise<Record<string, unknown>> {
  const response = await fetch(anvil.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getTransactionReceipt', params: [hash] }),
  })
  return ((await response.json()) as { result: Record<string, unknown> }).result
}
