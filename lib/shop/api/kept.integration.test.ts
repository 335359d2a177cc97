import { beforeAll, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestKey, createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { queuePayments } from '@/lib/shop/sellers/outbox/queue-events'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { promiseRefund } from '@/lib/shop/sellers/refunds/refunds'
import { listDeliveries } from '@/lib/shop/sellers/webhooks/deliveries'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/endpoints'
import { article, buy, giveBack, sell as offer } from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite()
const context = site.application.sellers
const seller = await createTestSeller(site)
const { actor } = seller
let buyer: TestBuyer
let secret: string
let endpointId: string

/** Ids of three sales: one given back whole, one in part, one whose refund is promised only. */
let [whole, part, promised] = ['', '', '']

/** 0.10 + 0.10 + 0.01 came in; 0.10 + 0.04 was given back; 0.01 is promised. */
const money = { amountAtomic: 210_000n, refundedAtomic: 140_000n, promisedAtomic: 10_000n, keptAtomic: 70_000n }
const counts = { payments: 3, refunds: 2 }
const digits = Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, amount.toString()]))

beforeAll(async () => {
  buyer = await createEvmBuyer(world, 1_000_000n)
  await world.faucet({ network: BASE_SEPOLIA, address: seller.wallet.address, amountAtomic: 1_000_000n })
  const events = ['payment.settled', 'payment.refunded']
  endpointId = (await createEndpoint(context, actor, { url: 'http://127.0.0.1:8080/hook', events })).endpointId
  secret = (await createTestKey(site, seller, { name: 'Reads', scopes: ['payments:read'] })).secret
  whole = await sell('/whole', '$0.10')
  part = await sell('/part', '$0.10')
  promised = await sell('/promised', '$0.01')
  await queuePayments(context)
  await giveBack(site, seller, { paymentId: whole, to: buyer.address, amountAtomic: 100_000n })
  await giveBack(site, seller, { paymentId: part, to: buyer.address, amountAtomic: 40_000n })
  await promiseRefund(context, actor, promised, { amount: '0.01' })
})

async function sell(path: string, dollars: string): Promise<string> {
  const { url } = await offer(site, seller, article(path, { price: priceOf(dollars) }))
  await buy(url, buyer)
  return (await listPayments(context, actor, { limit: 1 })).payments[0]?.paymentId ?? ''
}

async function ask(path: string) {
  const headers = { authorization: `Bearer ${secret}` }
  const answer = await site.application.sellerApi(new Request(`${site.origin}/api/v1${path}`, { headers }))
  expect(answer.status).toBe(200)
  return answer
}
const read = async (path: string) => (await ask(path)).json()

type Summed = Record<keyof typeof money, string>
const sumOf = (rows: Summed[]) =>
  Object.fromEntries(
    Object.keys(money).map((name) => [
      name,
      rows.reduce((sum, row) => sum + BigInt(row[name as keyof Summed]), 0n).toString(),
    ]),
  )

it('says the same of what came in, was given back and was kept, wherever a seller looks', async () => {
  const month = new Date().toISOString().slice(0, 7)
  const earnings = await read('/earnings')
  expect(earnings.byNetwork).toMatchObject([{ ...digits, ...counts }])
  expect(sumOf(earnings.byRoute)).toEqual(digits)
  expect(sumOf(earnings.byDay)).toEqual(digits)
  const statement = await read(`/statements/${month}`)
  expect(statement.byNetwork).toEqual(earnings.byNetwork)
  expect(statement.byRoute).toEqual(earnings.byRoute)
  const { payments } = await read('/payments')
  expect(
    sumOf(payments.map((each: { settledAtomic: string }) => ({ ...each, amountAtomic: each.settledAtomic }))),
  ).toEqual(digits)
  for (const payment of payments)
    expect(await read(`/payments/${payment.paymentId}`)).toMatchObject({ ...payment, timeline: expect.any(Array) })
  const [names = '', ...lines] = (await (await ask('/payments.csv')).text()).trim().split('\r\n')
  const at = names.split(',').indexOf('kept_atomic')
  expect(lines.reduce((sum, line) => sum + BigInt(line.split(',')[at] ?? ''), 0n)).toBe(money.keptAtomic)
})

it('tells webhooks of each refund, with what is kept of its payment', async () => {
  const { deliveries } = await listDeliveries(context, actor, { endpointId })
  const told = deliveries.map(({ body }) => JSON.parse(body)).reverse()
  const kept = new Map(told.map(({ payment }) => [payment.paymentId, BigInt(payment.keptAtomic)]))
  expect([...kept.values()].reduce((sum, each) => sum + each, 0n)).toBe(money.keptAtomic)
  expect(told.filter(({ type }) => type === 'payment.refunded')).toMatchObject([
    { payment: { paymentId: whole, amountAtomic: '100000', refundedAtomic: '100000', keptAtomic: '0' } },
    { payment: { paymentId: part, keptAtomic: '60000' }, refund: { amountAtomic: '40000' } },
  ])
})
