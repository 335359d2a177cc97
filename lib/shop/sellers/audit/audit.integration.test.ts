import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openTestSite } from '@/development/testing/open-test-site'
import { createTestSales, UPSTREAM_SECRET } from '@/development/testing/test-sales'
import { createTestKey, createTestSeller, priceOf } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { article } from '@/lib/shop/testing/selling'
import type { Actor } from '../actor'
import { revokeKey } from '../keys/keys'
import { cancelRefund } from '../refunds/refunds'
import { pauseRoute } from '../routes/move-route'
import { updateRoute } from '../routes/write-route'
import { createEndpoint, removeEndpoint } from '../webhooks/endpoints'
import { listChanges } from './changes'

const site = await openTestSite()
const context = site.application.sellers

const world = testWorld()
const sales = await createTestSales(site, world)

const costing = (dollars: string) => article('/text', { price: priceOf(dollars) })
const changesOf = async (actor: Actor) => (await listChanges(context, actor, { limit: 200 })).changes

it('has a row for each change, with actor, means, and the facts before and after', async () => {
  const { seller, ids } = sales
  const actor = { ...seller.actor, sessionId: randomUUID() }
  const program = { ...seller.actor, keyId: randomUUID() }
  await updateRoute(context, actor, ids.routeId, costing('$0.02'))
  await pauseRoute(context, program, ids.routeId)
  await revokeKey(context, actor, ids.keyId)
  await cancelRefund(context, actor, ids.refundId)
  await removeEndpoint(context, actor, ids.endpointId)
  const changes = await changesOf(actor)
  const [removed, cancelled, revoked, moved, changed] = changes
  expect(removed).toMatchObject({ act: 'webhook.removed', subject: ids.endpointId, by: 'session', ...actorIds(actor) })
  expect(removed?.before).toEqual({ origin: 'http://127.0.0.1:8080', events: ['payment.settled'] })
  expect(cancelled).toMatchObject({ act: 'refund.cancelled', before: { amountAtomic: '1000' } })
  expect(revoked).toMatchObject({ act: 'key.revoked', subject: ids.keyId, before: { name: 'Everything' } })
  expect(moved).toMatchObject({ act: 'route.moved', before: { state: 'live' }, after: { state: 'paused' }, by: 'key' })
  expect(moved?.keyId).toBe(program.keyId)
  expect(changed).toMatchObject({
    act: 'route.changed',
    subject: ids.routeId,
    before: { price: { dollars: '$0.01' } },
    after: { price: { dollars: '$0.02' } },
  })
  expect(changes.map(({ act }) => act).slice(5)).toEqual([
    'refund.promised',
    'key.made',
    'route.made',
    'route.made',
    'webhook.added',
    'payee.set',
    'shop.opened',
  ])
  const payee = changes.find(({ act }) => act === 'payee.set')
  expect(payee).toMatchObject({ before: { address: null }, after: { address: seller.payTo } })
  expect(payee?.wallet).toBe(seller.wallet.address)
  const text = JSON.stringify(changes)
  for (const secret of [UPSTREAM_SECRET, sales.secret, '/hook']) expect(text).not.toContain(secret)
})

const actorIds = ({ sessionId }: Actor) => ({ sessionId, keyId: null })

it('cannot be rewritten, also not with the database client', async () => {
  const { auditEntry } = context.database
  await expect(auditEntry.updateMany({ data: { act: 'nothing' } })).rejects.toThrow(/never changed/)
  await expect(auditEntry.deleteMany()).rejects.toThrow(/never changed/)
})

it('and the change stand and fall together', async () => {
  const seller = await createTestSeller(site)
  // The transaction breaks at its end, after everything was written.
  const breakOff = (work: (transaction: DatabaseTransaction) => Promise<unknown>) =>
    context.database.$transaction(async (transaction) => {
      await work(transaction)
      throw new Error('The connection broke.')
    })
  const database = new Proxy(context.database, {
    get: (real, name) => (name === '$transaction' ? breakOff : Reflect.get(real, name)),
  })
  const before = await changesOf(seller.actor)
  const endpoint = { url: 'http://127.0.0.1:8080/second', events: ['payment.settled'] }
  await expect(createEndpoint({ ...context, database }, seller.actor, endpoint)).rejects.toThrow('broke')
  expect(await changesOf(seller.actor)).toEqual(before)
  await createTestKey(site, seller, { name: 'A key', scopes: ['audit:read'] })
  expect(await changesOf(seller.actor)).toHaveLength(before.length + 1)
})
