import { afterAll, describe, expect, it } from 'vitest'
import { svmDevnetSigner } from '@/development/devnet/wallets'
import { type RpcCall, type RpcFault, startFaultyRpc } from '@/development/testing/faulty-rpc'
import { openTargets } from '@/development/testing/targets'
import { createSvmBuyer } from '@/development/testing/test-buyer'
import { SOLANA_DEVNET } from '@/lib/base/x402/networks'

const targets = await openTargets()
const rpc = await startFaultyRpc(targets.world.svmRpcUrl)
const payTo = (await svmDevnetSigner('seller')).address
// As long as the gate looks for it on the chain; by then the money has moved, also on a busy machine.
const accepts = { scheme: 'exact', price: '$0.001', network: SOLANA_DEVNET, payTo, maxTimeoutSeconds: 5 } as const
const target = await targets.ours({
  env: { SVM_RPC_URL_DEVNET: rpc.url },
  routes: { 'GET /sol': { config: { accepts }, handler: () => new Response('content') } },
})
afterAll(async () => {
  await targets.close()
  await rpc.stop()
})

const early = { absoluteSlot: 1, blockHeight: 1, epoch: 0, slotIndex: 1, slotsInEpoch: 432_000 }

/** Answers like a node that stopped long before the payment's blockhash. */
const stopped: Record<string, RpcFault> = {
  isBlockhashValid: { swallow: { context: { slot: 1 }, value: false } },
  getSignaturesForAddress: { swallow: [] },
  getSignatureStatuses: { swallow: { context: { slot: 1 }, value: [null] } },
  getEpochInfo: { swallow: early },
  getBlockHeight: { swallow: 1 },
  getSlot: { swallow: 1 },
}
const late = ({ method }: RpcCall): RpcFault => stopped[method] ?? 'pass'

/** Pays; as soon as the money has moved the settlement's answer is lost, and the only node that answers is late. */
async function payBehindALateNode() {
  const buyer = await createSvmBuyer(targets.world, 1_000_000n)
  const { facilitator } = target.site.application.gate
  const { settle } = facilitator
  facilitator.settle = async (...payment) => {
    const outcome = await settle(...payment)
    expect(outcome.kind).toBe('settled')
    rpc.decide(late)
    return { kind: 'unknown', reason: 'timeout' }
  }
  const url = `${target.origin}/sol`
  const { headers } = await buyer.sign(url)
  const { status } = await fetch(url, { headers }).finally(() => {
    facilitator.settle = settle
  })
  const { payment } = target.site.application.database
  const where = { payer: buyer.address }
  const readStatus = async () => (await payment.findFirstOrThrow({ where })).status
  const reconcile = async () => {
    await payment.updateMany({ where, data: { nextLookAt: new Date(0) } })
    await target.site.reconcile()
    return readStatus()
  }
  return { status, readStatus, reconcile }
}

describe('S-20: a Solana node that lags decides nothing', () => {
  // Before all others: the last height of a blockhash is read once, and the next payment may bear the same one.
  it('costs nothing where it is asked before the payment: the payer comes again', async () => {
    const buyer = await createSvmBuyer(targets.world, 1_000_000n)
    const url = `${target.origin}/sol`
    const { headers } = await buyer.sign(url)
    rpc.decide(({ method }) => (method === 'isBlockhashValid' ? late({ id: 1, method, params: [] }) : 'pass'))
    const refused = await fetch(url, { headers })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    rpc.decide(() => 'pass')
    expect((await fetch(url, { headers })).status).toBe(200)
  })

  it('leaves a payment that landed in doubt, until a node tells', async () => {
    const { status, readStatus, reconcile } = await payBehindALateNode()
    expect([status, await readStatus()]).toEqual([503, 'unknown'])
    expect(await reconcile()).toBe('unknown')
    rpc.decide(() => 'pass')
    expect(await reconcile()).toBe('settled')
  })

  it('breaks for a gate that forgets until when its payment could land: a paid one is refused', async () => {
    const { chains } = target.site.application.gate
    const { findAuthorization } = chains
    chains.findAuthorization = (authorization) => findAuthorization(authorization, null)
    const { readStatus } = await payBehindALateNode().finally(() => {
      chains.findAuthorization = findAuthorization
      rpc.decide(() => 'pass')
    })
    expect(await readStatus()).toBe('refused')
  })
})
