import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { address, createSolanaRpc } from '@solana/kit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startSvmNode } from '@/development/devnet/svm/start-svm-node'
import { svmUsdcBalance } from '@/development/devnet/testing/svm-parties'
import { type FacilitatorWorld, openFacilitatorWorld, SVM_NETWORK } from '@/development/testing/facilitator-world'
import { type FaultyRpc, type RpcCall, type RpcFault, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { soakOr } from '@/development/testing/soak'
import { signSvmPayment } from '@/lib/base/chains/testing/signed-payments'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-solana-'))
let node: Awaited<ReturnType<typeof startSvmNode>>
let world: FacilitatorWorld
let rpc: FaultyRpc

beforeAll(async () => {
  node = await startSvmNode(folder, 0)
  world = await openFacilitatorWorld({ svmRpcUrl: node.rpcUrl })
  rpc = await startFaultyRpc(node.rpcUrl)
})
afterEach(() => rpc.decide(() => 'pass'))
afterAll(async () => {
  await world?.close()
  await rpc?.stop()
  await node?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const isSend = (call: RpcCall) => call.method === 'sendTransaction'
const openFaulty = () =>
  world.openInstance({ svmRpcUrls: [rpc.url], limits: { resendAfterMs: 100, takeOverAfterMs: 0 } })

async function newPayments(count: number, funds?: bigint) {
  const payer = await world.newSvmPayer(funds)
  const payTo = await world.newSvmSeller()
  const before = await balance(payTo)
  const requests = []
  for (let index = 0; index < count; index += 1) {
    // Prices differ, so that messages do: the same transfer on the same blockhash is the same transaction.
    const paymentRequirements = world.requirements({ network: SVM_NETWORK, price: `$0.00${100 + index}`, payTo })
    const { value } = await createSolanaRpc(node.rpcUrl).getLatestBlockhash().send()
    const paymentPayload = await signSvmPayment(payer, paymentRequirements, { blockhash: value.blockhash })
    requests.push({ paymentPayload, paymentRequirements })
  }
  return { requests, earned: async () => (await balance(payTo)) - before }
}

const balance = (owner: string) => svmUsdcBalance(node.rpcUrl, address(owner))

const only = <T>(entries: T[]): T => {
  const [first] = entries
  if (first === undefined) throw new Error('Expected one entry.')
  return first
}

const many = soakOr(30, 8)

describe('a Solana settlement', () => {
  it.each<[string, RpcFault]>([
    ['an answer that is lost after the broadcast', 'drop-answer'],
    ['a node that takes it and forgets it', { swallow: '1'.repeat(88) }],
  ])('survives %s', async (_what, fault) => {
    const facilitator = await openFaulty()
    const { requests, earned } = await newPayments(1)
    let sends = 0
    rpc.decide((call) => (isSend(call) && ++sends === 1 ? fault : 'pass'))
    expect(await facilitator.settle(only(requests))).toMatchObject({ kind: 'settled' })
    expect(await earned()).toBe(1_000n)
  })

  it('is refused only after it can no longer land', async () => {
    const facilitator = await openFaulty()
    const { requests, earned } = await newPayments(1)
    rpc.decide((call) => (isSend(call) ? { swallow: '1'.repeat(88) } : 'pass'))
    let hasEnded = false
    const settling = facilitator.settle(only(requests)).finally(() => {
      hasEnded = true
    })
    const sends = () => rpc.calls.filter(isSend).length
    const before = sends()
    await expect.poll(sends).toBeGreaterThan(before + 2)
    expect(hasEnded).toBe(false)
    await fetch(node.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'devnet_advanceSlots', params: [320] }),
    })
    expect(await settling).toMatchObject({ kind: 'refused', response: { errorReason: 'invalid_transaction_state' } })
    expect(await earned()).toBe(0n)
  })

  it('lands in parallel with many others, each once', async () => {
    const facilitator = await openFaulty()
    const { requests, earned } = await newPayments(many)
    const both = requests.flatMap((request) => [facilitator.settle(request), world.facilitator.settle(request)])
    const outcomes = await Promise.all(both)
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(many)
    const others = outcomes.filter(({ kind }) => kind !== 'settled')
    const refusal = { kind: 'refused', response: { errorReason: 'duplicate_settlement' } }
    expect(others).toMatchObject(Array.from({ length: many }, () => refusal))
    const sum = requests.reduce((total, { paymentRequirements }) => total + BigInt(paymentRequirements.amount), 0n)
    expect(await earned()).toBe(sum)
  })
})
