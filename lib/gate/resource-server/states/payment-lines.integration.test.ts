import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type OurTarget, openTargets, type Targets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'

let targets: Targets
let target: OurTarget
const told: [string, object][] = []
/** The lines with that message. */
const lines = (message: string) => told.flatMap(([said, fields]) => (said === message ? [fields] : []))

beforeAll(async () => {
  targets = await openTargets()
  const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
  target = await targets.ours({
    routes: {
      ...Object.fromEntries(
        [402, 403].map((status) => [
          `GET /denied-${status}`,
          { config: { accepts, settle: 'before' }, handler: () => new Response('no', { status }) },
        ]),
      ),
    },
  })
  vi.spyOn(target.site.application.log, 'info').mockImplementation((...[fields, message]: unknown[]) => {
    told.push([String(message), fields as object])
  })
})
afterAll(() => targets.close())
beforeEach(() => told.splice(0))

async function pay(path: string) {
  const url = `${target.origin}${path}`
  const buyer = await createEvmBuyer(targets.world, 1_000_000n)
  const { headers } = await buyer.sign(url)
  const answer = await fetch(url, { headers })
  await answer.text()
  return { buyer, status: answer.status }
}

it.each([402, 403])('tells a payment as settled whose handler answers %i after it', async (status) => {
  const paid = await pay(`/denied-${status}`)
  expect([paid.status, await paid.buyer.balance()]).toEqual([status, 999_000n])
  const transaction = expect.stringMatching(/^0x/)
  expect(lines('payment')).toMatchObject([{ outcome: 'settled', reason: `handler_${status}`, status, transaction }])
})
