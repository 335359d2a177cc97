import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { openTargets } from '@/development/testing/targets'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { resolveUnknown } from '../reconcile'

const told: [string, object][] = []
/** The lines with that message. */
const lines = (message: string) => told.flatMap(([said, fields]) => (said === message ? [fields] : []))

const targets = await openTargets()
const accepts = { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo: targets.payTo } as const
const target = await targets.ours({
  routes: {
    ...Object.fromEntries(
      [402, 403].map((status) => [
        `GET /denied-${status}`,
        { config: { accepts, settle: 'before' }, handler: () => new Response('no', { status }) },
      ]),
    ),
    'GET /content': { config: { accepts }, handler: () => Response.json('content') },
  },
})
vi.spyOn(target.site.application.log, 'info').mockImplementation((...[fields, message]: unknown[]) => {
  told.push([String(message), fields as object])
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

it('tells a payment in doubt as decided once, whoever else looks at it', async () => {
  const { gate, database } = target.site.application
  const { buyer } = await pay('/content')
  const where = { payer: buyer.address.toLowerCase() }
  await expect.poll(async () => (await database.payment.findFirst({ where }))?.deliveredAt).toBeInstanceOf(Date)
  const data = { status: 'unknown', deliveredAt: null, settledAt: null, nextLookAt: new Date(Date.now() + 60_000) }
  await database.payment.updateMany({ where, data })
  const { id } = await database.payment.findFirstOrThrow({ where })
  // Both have read the chain before one of them decides.
  const { findAuthorization } = gate.chains
  let hasMet = () => {}
  const met = new Promise<void>((resolve) => (hasMet = resolve))
  let looks = 0
  const looking = vi.spyOn(gate.chains, 'findAuthorization').mockImplementation(async (...asked) => {
    const truth = await findAuthorization(...asked)
    looks += 1
    if (looks === 2) hasMet()
    await met
    return truth
  })
  const ended: unknown[] = []
  const observing = { ...gate, observer: { ended: (event: unknown) => void ended.push(event) } }
  const rows = await Promise.all([resolveUnknown(observing, { id }), resolveUnknown(observing, { id })])
  looking.mockRestore()
  expect(rows).toMatchObject([{ status: 'settled' }, { status: 'settled' }])
  expect(lines('payment decided later')).toMatchObject([{ paymentId: id, outcome: 'settled' }])
  expect(ended).toEqual([{ paymentId: id, status: 'settled', reason: null }])
})
