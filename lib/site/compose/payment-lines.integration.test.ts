import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { serveFetch } from '@/development/testing/serve-fetch'
import { createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { inRequest } from '@/lib/base/infra/request-scope'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { listPayments } from '@/lib/shop/sellers/payments/payments'
import { sell } from '@/lib/shop/testing/selling'

const world = testWorld()
const site = await openTestSite()
const { sellers, log } = site.application
const seller = await createTestSeller(site)
const upstream = await serveFetch(async ({ url }) => new Response('{}', { status: Number(url.slice(-3)) }))
afterAll(() => upstream.stop())

const told = vi.spyOn(log, 'info')
beforeEach(() => told.mockClear())
/** The lines of payments: each is one object and one word. */
const lines = () => told.mock.calls.flatMap(([fields, message]) => (String(message) === 'payment' ? [fields] : []))

const sellAnswer = (status: number) =>
  sell(site, seller, {
    kind: 'api',
    title: 'An answer',
    method: 'GET',
    path: `/lines-${status}-${randomUUID().slice(0, 8)}`,
    price: priceOf('$0.01'),
    upstream: { url: `${upstream.origin}/${status}` },
  })

/** Asks as one request of an edge, under its id. */
async function ask(buyer: TestBuyer, url: string, change: (header: string) => string = (header) => header) {
  const { headers } = await buyer.sign(url)
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, change(String(value))])
  return send(url, sent)
}
const send = (url: string, headers: [string, string][]) => {
  const requestId = randomUUID()
  const scope = { requestId, hasMissedDatabase: false }
  return inRequest(scope, async () => {
    const answer = await site.answer(new Request(url, { headers }))
    await answer.text()
    return { requestId, status: answer.status, headers }
  })
}

describe('the line of a payment', () => {
  it('tells a sale by all of its ids, and the request finds it in the shop', async () => {
    const { url } = await sellAnswer(200)
    const { requestId, status, headers } = await ask(await createEvmBuyer(world, 1_000_000n), url)
    expect(status).toBe(200)
    expect(lines()).toEqual([
      {
        paymentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        routeKey: `GET ${new URL(url).pathname}`,
        ...{ network: BASE_SEPOLIA, scheme: 'exact', outcome: 'settled', reason: undefined, status: 200 },
        ...{ transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/), upstreamStatus: 200, ms: expect.any(Number) },
      },
    ])
    const { payments } = await listPayments(sellers, seller.actor, { search: requestId })
    expect(payments).toMatchObject([{ requestId, status: 'settled' }])
    await send(url, headers)
    expect(lines()[1]).toMatchObject({
      outcome: 'refused',
      reason: 'payment_already_used',
      paymentId: expect.any(String),
    })
  })

  it('tells refusals that leave no row: an unreadable payment, and a signature of somebody else', async () => {
    const { url } = await sellAnswer(200)
    await send(url, [['payment-signature', 'x']])
    const buyer = await createEvmBuyer(world, 1_000_000n)
    const forge = (header: string) => {
      const payment = JSON.parse(Buffer.from(header, 'base64').toString())
      payment.payload.signature = `0x${'1'.repeat(128)}1b`
      return Buffer.from(JSON.stringify(payment)).toString('base64')
    }
    await ask(buyer, url, forge)
    expect(lines()).toMatchObject([
      { outcome: 'failed', reason: 'invalid_payload', status: 400, paymentId: undefined },
      { outcome: 'refused', reason: 'invalid_exact_evm_signature', status: 402, network: BASE_SEPOLIA },
    ])
    expect(await buyer.balance()).toBe(1_000_000n)
  })
})
