import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSeller, priceOf } from '@/development/testing/test-seller'
import { insertPayment as insert } from '@/lib/payments/testing/insert-payment'
import { listPayments } from '../payments/payments'
import { promiseRefund } from '../refunds/refunds'
import { pauseRoute } from '../routes/move-route'
import { nameRoutes } from '../routes/routes'
import { createRoute } from '../routes/write-route'
import { listConcerns } from './list-concerns'

const site = await openTestSite()
const now = new Date('2026-03-11T15:00:00Z')
const context = { ...site.application.sellers, clock: () => now }
const { database } = context
const seller = await createTestSeller(site)
const stranger = await createTestSeller(site)
const upstream = { url: 'http://127.0.0.1:8080/api' }

type Paid = { path?: string; status?: string; reason?: string; at?: Date }

const insertPayment = ({ path = '/text', status = 'settled', reason, at = now }: Paid) =>
  insert(database, {
    routeKey: `GET /x/${seller.handle}${path}`,
    status,
    settled: status === 'abandoned' ? null : 10,
    reason,
    at,
  })

const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const common = { method: 'GET', price: priceOf('$0.01') }
const text = { ...common, kind: 'article', title: 'A text', path: '/text', body: 'Text.' }
const textId = (await createRoute(context, seller.actor, text)).routeId
for (const name of ['api', 'mended'])
  await createRoute(context, seller.actor, {
    ...common,
    kind: 'api',
    title: `The ${name}`,
    path: `/${name}`,
    upstream,
  })

describe('what needs the seller', () => {
  it('is nothing in a shop where all is well', async () => {
    expect(await listConcerns(context, seller.actor)).toEqual({
      failingRoutes: [],
      failingEndpoints: [],
      owed: [],
      unsentRefunds: [],
      faultyRoutes: [],
      idleRoutes: [],
    })
  })

  it('is a route whose server failed the last three buyers, until one was served', async () => {
    for (const path of ['/api', '/mended'])
      for (const minutes of [300, 200, 100])
        await insertPayment({ path, status: 'abandoned', reason: 'handler_502', at: before(minutes) })
    await insertPayment({ path: '/mended', at: before(50) })
    const { failingRoutes } = await listConcerns(context, seller.actor)
    expect(failingRoutes).toMatchObject([
      { route: { title: 'The api' }, failures: 3, lastFailedAt: before(100), lastReason: 'handler_502' },
    ])
  })

  it('is money for nothing, less what was given back of it', async () => {
    const whole = await insertPayment({ status: 'received', reason: 'delivery_exhausted', at: before(3) })
    const part = await insertPayment({ status: 'received', reason: 'delivery_exhausted', at: before(2) })
    const none = await insertPayment({ status: 'received', reason: 'delivery_exhausted', at: before(1) })
    for (const [paymentId, amountAtomic, status] of [
      [whole, '10', 'confirmed'],
      [part, '4', 'confirmed'],
      [none, '10', 'promised'],
    ] as const)
      await database.refund.create({
        data: {
          ...{ sellerId: randomUUID(), paymentId, network: 'eip155:84532', asset: '0xasset', recipient: '0xA' },
          ...{ amountAtomic, status, createdAt: now },
        },
      })
    const { owed } = await listConcerns(context, seller.actor)
    expect(owed).toMatchObject([
      { paymentId: none, owedAtomic: 10n, title: 'A text' },
      { paymentId: part, owedAtomic: 6n },
    ])
    expect(owed).toHaveLength(2)
  })

  it('is a refund that was promised and not sent, however long ago, until it is sent', async () => {
    const due = await insertPayment({ status: 'received', reason: 'delivery_exhausted' })
    const { refundId } = await promiseRefund(context, seller.actor, due, { amount: '0.00001' })
    const nextYear = { ...context, clock: () => new Date('2027-03-11T15:00:00Z') }
    const { unsentRefunds, owed } = await listConcerns(nextYear, seller.actor)
    expect(unsentRefunds).toMatchObject([{ paymentId: due, amountAtomic: 10n, recipient: '0xA' }])
    expect(owed.map(({ paymentId }) => paymentId)).not.toContain(due)
    const listPromised = async () =>
      (await listPayments(context, seller.actor, { givenBack: 'promised' })).payments.map(({ paymentId }) => paymentId)
    expect(await listPromised()).toContain(due)
    await database.refund.update({ where: { id: refundId }, data: { status: 'confirmed' } })
    expect((await listConcerns(context, seller.actor)).unsentRefunds).toEqual([])
    expect(await listPromised()).not.toContain(due)
  })

  it('is a route that sells nothing', async () => {
    await pauseRoute(context, seller.actor, textId)
    const { idleRoutes } = await listConcerns(context, seller.actor)
    expect(idleRoutes).toEqual([{ routeId: textId, title: 'A text', state: 'paused' }])
  })

  it('is nothing of another shop', async () => {
    const all = Object.values(await listConcerns(context, stranger.actor))
    expect(all.flat()).toEqual([])
    const named = [{ routeKey: `GET /x/${seller.handle}/text` }]
    expect([...(await nameRoutes(context, stranger.actor, named)).keys()]).toEqual([])
    expect((await nameRoutes(context, seller.actor, named)).get(named[0]?.routeKey ?? '')?.title).toBe('A text')
  })
})
