import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, it, vi } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createEvmBuyer } from '@/development/testing/test-buyer'
import { createTestSeller, priceOf, type TestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { serveNode } from '@/lib/base/http/testing/serve-node'
import { sql } from '@/lib/base/infra/database'
import { sendOutbox } from '@/lib/shop/testing/selling'
import { queueEvent, queuePayments } from '../outbox/queue-events'
import { createOutboxSender } from '../outbox/send-outbox'
import type { SellersContext } from '../ports'
import { createRoute } from '../routes/write-route'
import { listDeliveries, resendDelivery } from './deliveries'
import { createEndpoint, webhookEvents } from './endpoints'

type Received = { headers: Record<string, unknown>; body: string }

const world = testWorld()
const site = await openTestSite({})
const seller = await createTestSeller(site)
let now = new Date()

const context = { ...site.application.sellers, clock: () => now }
const receiver = await startReceiver()

it('tells of a settled payment once, signed, again and again until it is accepted, and once more when asked', async () => {
  const events = webhookEvents.filter((event) => event !== 'gas.low')
  const { endpointId, key } = await createEndpoint(context, seller.actor, { url: receiver.url, events })
  const input = { kind: 'article', title: 'A', method: 'GET', path: '/a', price: priceOf('$0.01'), body: 'Text.' }
  const { url } = await createRoute(context, seller.actor, input)
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await (await fetch(url, { headers: (await buyer.sign(url)).headers })).text()

  now = new Date()
  // Two instances at once, and once more.
  const queued = await Promise.all([queuePayments(context), queuePayments(context)])
  expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await queuePayments(context)).toBe(0)

  receiver.status = 500
  const told = vi.spyOn(context.log, 'info')
  expect(await sendOutbox(context)).toBe(1)
  expect(told.mock.calls).toMatchObject([[{ endpointId, status: 500, fault: null }, 'webhook: not delivered']])
  told.mockRestore()
  expect(await sendOutbox(context)).toBe(0)
  const { deliveries: waiting } = await listDeliveries(context, seller.actor, { endpointId })
  expect(waiting[0]).toMatchObject({ state: 'waiting', attemptCount: 1, responseStatus: 500, fault: null })

  receiver.status = 200
  now = new Date(now.getTime() + 10_000)
  const sent = await Promise.all([sendOutbox(context), sendOutbox(context)])
  expect(sent.reduce((sum, count) => sum + count, 0)).toBe(1)
  const [delivered] = (await listDeliveries(context, seller.actor, { endpointId })).deliveries
  expect(delivered).toMatchObject({ state: 'delivered', eventType: 'payment.settled' })
  expect(delivered).toMatchObject({ attemptCount: 2, responseStatus: 200 })

  const last = receiver.received.at(-1)
  const headers = last?.headers as Record<string, string>
  expect(() => new Webhook(key).verify(`${last?.body} `, headers)).toThrow('No matching signature')
  expect(new Webhook(key).verify(last?.body ?? '', headers)).toMatchObject({
    type: 'payment.settled',
    payment: { amountAtomic: '10000', payTo: seller.payTo, network: 'eip155:84532' },
  })

  await resendDelivery(context, seller.actor, delivered?.deliveryId ?? '')
  expect(await sendOutbox(context)).toBe(1)
  expect(receiver.received).toHaveLength(3)
  expect(receiver.received[2]?.body).toBe(receiver.received[0]?.body)
})

it('gives up after eight tries and keeps the result of the last', async () => {
  receiver.status = 503
  const [delivery] = (await listDeliveries(context, seller.actor, { endpointId: await onlyEndpoint() })).deliveries
  await resendDelivery(context, seller.actor, delivery?.deliveryId ?? '')
  for (let attempt = 0; attempt < 8; attempt += 1) {
    now = new Date(now.getTime() + 86_400_000)
    expect(await sendOutbox(context)).toBe(1)
  }
  now = new Date(now.getTime() + 86_400_000)
  expect(await sendOutbox(context)).toBe(0)
  const [failed] = (await listDeliveries(context, seller.actor, { endpointId: await onlyEndpoint() })).deliveries
  expect(failed).toMatchObject({ state: 'failed', attemptCount: 8, responseStatus: 503 })
})

it('is sent to no private address that the operator does not allow', async () => {
  const inProduction: SellersContext = { ...context, reach: 'public' }
  const input = { url: receiver.url, events: ['payment.settled'] }
  await expect(createEndpoint(inProduction, seller.actor, input)).rejects.toMatchObject({ code: 'INPUT_REFUSED' })
  const [delivery] = (await listDeliveries(context, seller.actor, { endpointId: await onlyEndpoint() })).deliveries
  await resendDelivery(context, seller.actor, delivery?.deliveryId ?? '')
  const heard = receiver.received.length
  expect(await sendOutbox(inProduction)).toBe(1)
  const [refused] = (await listDeliveries(context, seller.actor, { endpointId: await onlyEndpoint() })).deliveries
  expect(refused).toMatchObject({ responseStatus: null, fault: 'address_refused' })
  expect(receiver.received).toHaveLength(heard)
  // But to the one that an operator allows.
  const allowing = { ...inProduction, openHosts: new Set([new URL(receiver.url).host]) }
  await resendDelivery(context, seller.actor, delivery?.deliveryId ?? '')
  expect(await sendOutbox(allowing)).toBe(1)
  expect(receiver.received).toHaveLength(heard + 1)
})

async function onlyEndpoint(): Promise<string> {
  return (await context.database.webhookEndpoint.findFirstOrThrow()).id
}

async function startReceiver() {
  const received: Received[] = []
  const { origin } = await serveNode((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers, body })
      response.writeHead(state.status).end('heard')
    })
  })
  const state = {
    url: `${origin}/hook`,
    received,
    status: 200,
  }
  return state
}

it('lets no shop whose receivers never answer hold up another, however much waits for them', async () => {
  const { origin, server: tarpit } = await serveNode(() => undefined)
  const slowUrl = `${origin}/hook`
  const [slow, quick] = [await createTestSeller(site), await createTestSeller(site)]
  const events = ['payment.settled']
  for (let count = 0; count < 4; count += 1) await createEndpoint(context, slow.actor, { url: slowUrl, events })
  await createEndpoint(context, quick.actor, { url: receiver.url, events })
  const shopOf = async ({ handle }: TestSeller) =>
    (await context.database.seller.findUniqueOrThrow({ where: { handle } })).id
  const queue = async (of: TestSeller, eventId: string, at: Date) =>
    queueEvent(context.database, [await shopOf(of)], { type: 'payment.settled', eventId, at, facts: {} })
  const early = new Date(now.getTime() - 60_000)
  for (let count = 0; count < 30; count += 1) await queue(slow, `slow ${count}`, early)
  for (let count = 0; count < 3; count += 1) await queue(quick, `quick ${count}`, now)

  const heard = () => receiver.received.filter(({ body }) => body.includes('"createdAt"')).length
  const [before, connections] = [heard(), new Set<object>()]
  tarpit.on('connection', (socket) => connections.add(socket))
  const sender = createOutboxSender(context, (error) => expect.fail(String(error)))
  // A webhook's share is two at a time, and a shop's four.
  expect(await sender.begin()).toBe(4 + 2)
  // The third comes as soon as one before it has ended.
  await expect.poll(() => heard() - before).toBe(3)
  await expect.poll(() => connections.size).toBe(4)
  expect(await sender.begin()).toBe(0)
  await sender.finish()
}, 30_000)

it('misses nothing where the clock of an instance is wrong', async () => {
  now = new Date()
  const shop = await createTestSeller(site)
  const { endpointId } = await createEndpoint(context, shop.actor, { url: receiver.url, events: ['payment.settled'] })
  const endpoint = () => context.database.webhookEndpoint.findUniqueOrThrow({ where: { id: endpointId } })
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  for (const wrongBy of [600_000, -7_200_000]) {
    await context.database.webhookEndpoint.update({ where: { id: endpointId }, data: { sweptUntil: anHourAgo } })
    await queuePayments({ ...context, clock: () => new Date(Date.now() + wrongBy) })
    const { at } = await context.database.row<{ at: Date }>(sql`SELECT now() AS at`)
    // It has moved on, and no further than the database's clock.
    const { sweptUntil } = await endpoint()
    expect(sweptUntil.getTime()).toBeGreaterThan(at.getTime() - 60_000)
    expect(sweptUntil.getTime()).toBeLessThanOrEqual(at.getTime())
  }
  const input = { kind: 'article', title: 'A', method: 'GET', path: '/a', price: priceOf('$0.01'), body: 'Text.' }
  const { url } = await createRoute(context, shop.actor, input)
  const buyer = await createEvmBuyer(world, 1_000_000n)
  await (await fetch(url, { headers: (await buyer.sign(url)).headers })).text()
  await queuePayments(context)
  expect(await context.database.outboxItem.count({ where: { receiver: endpointId } })).toBe(1)
})
