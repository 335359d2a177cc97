import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openTargets, type Target, type Targets } from '@/testing/targets'
import { createEvmBuyer, readUsdc } from '@/testing/test-buyer'
import { sendUsdc } from '@/testing/wallet-moves'

let targets: Targets
beforeAll(async () => {
  targets = await openTargets()
})
afterAll(() => targets.close())
afterEach(() => {
  vi.doUnmock('../settle-payment')
  vi.resetModules()
})

/** A buyer takes its money away between the check of its payment and the settlement. */
async function drainWhileProducing(target: Target) {
  const buyer = await createEvmBuyer(targets.world, 1000n)
  const hideout = privateKeyToAccount(generatePrivateKey()).address
  const earnedBefore = await readUsdc(targets.world, target.payTo)
  const { headers } = await buyer.sign(`${target.origin}/slow?held`)
  const runsBefore = (await target.runs())['/slow'] ?? 0
  const answering = fetch(`${target.origin}/slow?held`, { headers })
  while (((await target.runs())['/slow'] ?? 0) === runsBefore) await sleep(10)
  await sendUsdc(targets.world, buyer.key, hideout, 1000n)
  await target.finish()
  const response = await answering
  return {
    status: response.status,
    body: await response.text(),
    earned: (await readUsdc(targets.world, target.payTo)) - earnedBefore,
    kept: await readUsdc(targets.world, hideout),
  }
}

describe('S-1: content leaves only once its money is final', () => {
  it('holds in the stock server for a drained balance: it withholds the body', async () => {
    const result = await drainWhileProducing(await targets.stock())
    expect(result).toMatchObject({ status: 402, earned: 0n, kept: 1000n })
    expect(result.body).not.toContain('/slow')
  })

  it('holds here: the produced body is withheld, with the reason', async () => {
    const ours = await targets.ours()
    const result = await drainWhileProducing(ours)
    expect(result).toMatchObject({ status: 402, earned: 0n, kept: 1000n })
    expect(JSON.parse(result.body)).not.toHaveProperty('content')
    expect(JSON.parse(result.body)).toMatchObject({ error: 'invalid_transaction_state' })
    const [row] = await ours.site.application.database.payment.findMany({ orderBy: { claimedAt: 'desc' }, take: 1 })
    expect(row).toMatchObject({ status: 'refused', settledAtomic: null, deliveredAt: null, responseBody: null })
  })

  it('breaks when the answer does not wait for the settlement', async () => {
    vi.resetModules()
    vi.doMock('../settle-payment', async (original) => ({
      ...(await original<typeof import('../settle-payment')>()),
      settlePayment: async (_gate: unknown, _opened: unknown, claim: { paymentId: string }) => ({
        kind: 'settled',
        delivery: { paymentId: claim.paymentId, response: { success: true }, extensionResponses: null },
      }),
    }))
    const result = await drainWhileProducing(await targets.ours())
    expect(result).toMatchObject({ status: 200, earned: 0n, kept: 1000n })
    expect(JSON.parse(result.body)).toEqual({ content: '/slow' })
  })
})
