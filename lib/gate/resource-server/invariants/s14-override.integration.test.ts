import { afterAll, describe, expect, it } from 'vitest'
import { abusedAmounts, meterAmounts } from '@/development/testing/attacks/replays'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

const targets = await openTargets()
afterAll(() => targets.close())
describe('S-14: the settled amount is at most the authorised one', () => {
  it('holds here: each is answered 500 and settles nothing', async () => {
    const outcomes = await meterAmounts(targets.world, await targets.ours(), abusedAmounts)
    for (const { amount, status, spent, body } of outcomes) {
      expect({ amount, status, spent }).toEqual({ amount, status: 500, spent: 0n })
      expect(JSON.parse(body)).toMatchObject({ code: 'settlement_amount_invalid' })
    }
  })

  it('lets no header of an upstream decide or pretend a settlement', async () => {
    const ours = await targets.ours({
      routes: {
        'GET /upstream': {
          config: { accepts: { scheme: 'upto', price: '$0.10', network: BASE_SEPOLIA, payTo: targets.payTo } },
          handler: () =>
            Response.json(
              { content: 'upstream' },
              { headers: Object.fromEntries(pretences.map((name) => [name, '1'])) },
            ),
        },
      },
    })
    const buyer = await createEvmBuyer(targets.world, 1_000_000n)
    const url = `${ours.origin}/upstream`
    const response = await fetch(url, { headers: (await buyer.sign(url)).headers })
    expect(response.status).toBe(200)
    expect(await buyer.balance()).toBe(900_000n)
    for (const name of pretences) expect([name, response.headers.get(name)]).not.toEqual([name, '1'])
  })
})

const pretences = [
  'Settlement-Overrides',
  'PAYMENT-RESPONSE',
  'PAYMENT-REQUIRED',
  'PAYMENT-SIGNATURE',
  'EXTENSION-RESPONSES',
  'SIGN-IN-WITH-X',
  'X-PAYMENT-RESPONSE',
]
