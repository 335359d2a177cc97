import { afterAll, describe, expect, it } from 'vitest'
import { createAnvilClient } from '@/development/devnet/evm/anvil-client'
import { openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type RpcCall, type RpcFault } from '@/development/testing/faulty-rpc'
import { settleByStranger } from '@/development/testing/hostile-payers'
import { testWorld } from '@/development/testing/test-world'
import { newPayment } from './testing/new-payments'
import { openFaultyRpc } from './testing/own-chain'

const world = await openFacilitatorWorld()
const rpc = await openFaultyRpc(testWorld().evmRpcUrl)
afterAll(() => world.close())

/** Answers like a node that has seen no block since. */
async function nodeOfNow(): Promise<(call: RpcCall) => RpcFault> {
  const block = await readLatestBlock()
  return ({ method, params }) => {
    if (method === 'eth_getTransactionReceipt') return { swallow: null }
    return method === 'eth_getBlockByNumber' && params[0] === 'latest' ? { swallow: block } : 'pass'
  }
}

async function readLatestBlock(): Promise<unknown> {
  const response = await fetch(testWorld().evmRpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] }),
  })
  return ((await response.json()) as { result: unknown }).result
}

describe('nodes behind one address, of which some are late', () => {
  it('do not make a transaction that landed look as if it never would', async () => {
    const { request } = await newPayment(world)
    const late = await nodeOfNow()
    let [sends, lateReceipts] = [0, 3]
    rpc.decide((call) => {
      if (call.method === 'eth_sendRawTransaction') sends += 1
      // The nonce comes from a node that is up to date, and shows that the transaction can no longer land.
      if (sends > 1 && call.method === 'eth_getTransactionReceipt') lateReceipts -= 1
      return sends > 0 && lateReceipts > 0 ? late(call) : 'pass'
    })
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url], limits: { resendAfterMs: 100 } })
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled' })
    expect(lateReceipts).toBeLessThan(1)
    facilitator.stop()
  })

  it('do not hide that a third party landed the payment first', async () => {
    const { request } = await newPayment(world)
    expect(await world.facilitator.verify(request)).toMatchObject({ isValid: true })
    const late = await nodeOfNow()
    const transaction = await settleByStranger(request)
    let [hasLanded, lateBlocks] = [false, 2]
    rpc.decide((call) => {
      if (call.method === 'eth_getTransactionReceipt') hasLanded = true
      if (!hasLanded || call.method !== 'eth_getBlockByNumber') return 'pass'
      lateBlocks -= 1
      return lateBlocks < 0 ? 'pass' : late(call)
    })
    const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
    expect(await facilitator.settle(request)).toMatchObject({ kind: 'settled', response: { transaction } })
    expect(lateBlocks).toBeLessThan(0)
    facilitator.stop()
  })
})

it('ends a payment used long ago by an unknown transaction, instead of looking for it for ever', async () => {
  const { request } = await newPayment(world)
  const facilitator = await world.openInstance({ evmRpcUrls: [rpc.url] })
  expect(await facilitator.verify(request)).toMatchObject({ isValid: true })
  await settleByStranger(request)
  let searches = 0
  rpc.decide(({ method }) => {
    if (method !== 'eth_getLogs') return 'pass'
    searches += 1
    return { swallow: [] }
  })
  const settling = facilitator.settle(request)
  await expect.poll(() => searches).toBeGreaterThan(2)
  expect(await world.database.settlementTransaction.count({ where: { state: 'open' } })).toBe(1)
  await createAnvilClient(testWorld().evmRpcUrl).mine({ blocks: 31 })
  const response = { errorReason: 'settlement_undecidable' }
  expect(await settling).toMatchObject({ kind: 'refused', response })
  expect(await world.database.settlementTransaction.count({ where: { state: 'open' } })).toBe(0)
})
