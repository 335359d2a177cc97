import { afterAll, describe, expect, it, vi } from 'vitest'
import { askAndDrain, workUnpaid } from '@/development/testing/attacks/replays'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const targets = await openTargets()
afterAll(() => targets.close())
describe('S-9: work before money is bounded', () => {
  it('holds here: one payment starts a handler three times at most', async () => {
    const { runs, statuses } = await workUnpaid(targets.world, await targets.ours(), 6)
    expect(runs).toBe(3)
    expect(statuses).toEqual([402, 402, 402, 402, 402, 402])
  })

  it('holds here for a payer that signs again each time: after three unpaid runs it pays first', async () => {
    const ours = await targets.ours()
    const buyer = await createEvmBuyer(targets.world, 1000n)
    const runsOf = async () => (await ours.runs())['/slow'] ?? 0
    const runsBefore = await runsOf()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await askAndDrain(targets.world, ours, buyer, (await buyer.sign(`${ours.origin}/slow?held`)).headers)
    }
    expect((await runsOf()) - runsBefore).toBe(3)
    await targets.world.faucet({ network: BASE_SEPOLIA, address: buyer.address, amountAtomic: 101_000n })
    const metered = await fetch(`${ours.origin}/metered`, {
      headers: (await buyer.sign(`${ours.origin}/metered`)).headers,
    })
    expect([metered.status, metered.headers.get('retry-after')]).toEqual([429, '600'])
    const paid = await fetch(`${ours.origin}/slow`, { headers: (await buyer.sign(`${ours.origin}/slow`)).headers })
    expect([paid.status, await buyer.balance()]).toEqual([200, 100_000n])
    const row = await ours.site.application.database.payment.findFirstOrThrow({
      where: { payer: buyer.address.toLowerCase(), status: 'settled' },
    })
    expect([row.producedAt, row.settledAt !== null]).toEqual([null, true])
  })

  it('starts no handler at all before the money where the route settles first', async () => {
    let runs = 0
    const ours = await targets.ours({
      routes: {
        'GET /expensive': {
          config: {
            accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo },
            settle: 'before',
          },
          handler: () => {
            runs += 1
            return Response.json({ content: 'expensive' })
          },
        },
      },
    })
    const poor = await createEvmBuyer(targets.world, 0n)
    const unpaid = await poor.sign(`${ours.origin}/expensive`)
    const { facilitator } = ours.site.application.gate
    const trusting = vi.spyOn(facilitator, 'verify').mockResolvedValue({ isValid: true })
    expect((await fetch(`${ours.origin}/expensive`, { headers: unpaid.headers })).status).toBe(402)
    expect(runs).toBe(0)
    trusting.mockRestore()
    const buyer = await createEvmBuyer(targets.world, 1000n)
    const paid = await buyer.sign(`${ours.origin}/expensive`)
    expect((await fetch(`${ours.origin}/expensive`, { headers: paid.headers })).status).toBe(200)
    expect([runs, await buyer.balance()]).toEqual([1, 0n])
  })

  it('counts no refusal against a payer that was our own fault', async () => {
    const ours = await targets.ours()
    const { facilitator } = ours.site.application.gate
    const buyer = await createEvmBuyer(targets.world, 200_000n)
    const network = BASE_SEPOLIA
    for (const errorReason of ['gas_budget_spent', 'gas_price_too_high', 'unexpected_settle_error']) {
      const refusing = vi.spyOn(facilitator, 'settle').mockResolvedValueOnce({
        kind: 'refused',
        mayStillLand: false,
        response: { success: false, transaction: '', network, errorReason },
      })
      const { headers } = await buyer.sign(`${ours.origin}/slow`)
      expect((await fetch(`${ours.origin}/slow`, { headers })).status).toBe(402)
      refusing.mockRestore()
    }
    const { headers } = await buyer.sign(`${ours.origin}/metered`)
    expect((await fetch(`${ours.origin}/metered`, { headers })).status).toBe(200)
  })
})
