import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, http, parseGwei } from 'viem'
import { baseSepolia } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnvilNode, startAnvil } from '@/development/devnet/evm/start-anvil'
import { type FacilitatorWorld, openFacilitatorWorld } from '@/development/testing/facilitator-world'
import { type FaultyRpc, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import { signEvmPayment } from '@/lib/base/chains/testing/signed-payments'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-take-over-'))
let anvil: AnvilNode
let world: FacilitatorWorld
let rpcs: [FaultyRpc, FaultyRpc]

beforeAll(async () => {
  anvil = await startAnvil({ dataDir: folder, port: 0, isDurable: false })
  world = await openFacilitatorWorld({ evmRpcUrl: anvil.rpcUrl })
  rpcs = [await startFaultyRpc(anvil.rpcUrl), await startFaultyRpc(anvil.rpcUrl)]
})
afterAll(async () => {
  await world?.close()
  await Promise.all((rpcs ?? []).map((rpc) => rpc.stop()))
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Far above what the tests let the chain ask for: the default ceiling comes from the few blocks there are. */
const gas = { maxFee: parseGwei('500') }

const quick = { resendAfterMs: 100, replaceAfterMs: 200, takeOverAfterMs: 0 }

async function newRequests(count: number) {
  const payer = await world.newEvmPayer()
  const paymentRequirements = world.requirements({ price: '$0.001', payTo: world.newEvmSeller() })
  const sign = async () => ({ paymentPayload: await signEvmPayment(payer, paymentRequirements), paymentRequirements })
  return Promise.all(Array.from({ length: count }, sign))
}

describe('an instance that takes over from another', () => {
  it('goes on from the fee that the other one had raised since', async () => {
    const [request] = await newRequests(1)
    if (!request) throw new Error('Expected a payment.')
    const chain = createTestClient({ mode: 'anvil', chain: baseSepolia, transport: http(anvil.rpcUrl) })
    const [mine, others] = [
      await world.openInstance({ evmRpcUrls: [rpcs[0].url], gas, limits: quick }),
      await world.openInstance({ evmRpcUrls: [rpcs[1].url], gas, limits: quick }),
    ]
    const hold = () =>
      rpcs.forEach((rpc) =>
        rpc.decide(({ method }) => (method === 'eth_getTransactionReceipt' ? 'status-500' : 'pass')),
      )
    hold()
    await anvil.pauseMining()
    expect(await mine.settle(request, { isWaiting: false })).toMatchObject({ kind: 'unknown' })
    await expect.poll(() => others.reconcileSettlements()).toEqual({ takenUp: 1 })
    await chain.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('50') })
    await chain.mine({ blocks: 1 })

    rpcs[0].decide(({ method }) => (method === 'eth_sendRawTransaction' ? { swallow: `0x${'ab'.repeat(32)}` } : 'pass'))
    const raisedFees = () => world.database.settlementTransaction.count({ where: { olderHashes: { isEmpty: false } } })
    await expect.poll(raisedFees).toBe(1)
    mine.stop()

    await anvil.resumeMining()
    rpcs[1].decide(() => 'pass')
    const { key } = readSignedPayment(request.paymentPayload, request.paymentRequirements).authorization
    await expect.poll(() => world.facilitator.findSettlement(key)).toMatchObject({ state: 'settled' })
    others.stop()
  })
})
