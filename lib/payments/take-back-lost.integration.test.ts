import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { untilBlocked } from '@/development/testing/until-blocked'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import { takeBackLost } from './grants'
import { hasPaid } from './has-paid'
import { rightOf } from './right'
import { recordPayment } from './testing/record-payment'

const { client: database } = await openTestDatabase()
const network = 'eip155:84532'
const ada = '0x209693bc6afc0c5328ba36faf03c514ef312287c'
const bob = '0x0000000000000000000000000000000000000001'
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

let counter = 0
const toRight = (uri: ResourceUri) => rightOf({ method: 'GET' }, uri)
const newUri = () => `http://site.test/r/${++counter}` as ResourceUri

type Paid = { payer?: string; until?: Date | null; status?: string; reason?: string }

/** A payment that gave a right, by the names under which the chain may lose it. */
async function pay(
  resourceUri: ResourceUri,
  { payer = ada, until = null, status = 'settled', reason }: Paid = {},
  by: Database | DatabaseTransaction = database,
) {
  const key = randomUUID()
  const transaction = `0x${key.replaceAll('-', '')}`
  await by.payment.create({
    data: {
      ...{ id: key, authorizationKey: key, transaction, resourceUri, network, payer, payerIdentity: payer, status },
      ...{ routeKey: 'GET /r/[n]', scheme: 'exact', asset: 'a', payTo: 'c', requestFingerprint: 'f' },
      ...{ authorizedAtomic: '1000', settledAtomic: '1000', payload: {}, requirements: {}, reason: reason ?? null },
      ...{
        routeId: '',
        entitlementUri: toRight(resourceUri).name,
        entitledUntil: until,
        claimedAt: new Date(),
        settledAt: new Date(),
      },
    },
  })
  await recordPayment(by, {
    network,
    address: payer,
    right: toRight(resourceUri).name,
    paymentId: key,
    expiresAt: until,
  })
  return { key, transaction }
}

const opens = (resourceUri: ResourceUri, payer = ada) =>
  hasPaid(database, { wallets: [{ scope: 'evm', address: payer }], right: toRight(resourceUri) })
const rightTo = (resourceUri: ResourceUri) =>
  database.entitlement.findFirst({ where: { resourceUri: toRight(resourceUri).name } })
const rowOf = ({ key }: { key: string }) => database.payment.findUniqueOrThrow({ where: { authorizationKey: key } })

describe('a payment that the chain has taken back', () => {
  it('takes away what it gave, and nothing of others', async () => {
    const [uri, other] = [newUri(), newUri()]
    const lost = await pay(uri)
    await pay(uri, { payer: bob })
    await pay(other)
    expect(await takeBackLost(database, [lost])).toBe(1)
    expect([await opens(uri), await opens(uri, bob), await opens(other)]).toEqual([false, true, true])
    expect(await rowOf(lost)).toMatchObject({ status: 'refused', reason: 'settlement_reorged' })
    expect(await takeBackLost(database, [lost])).toBe(0)
  })

  it('leaves the right that an earlier payment gave', async () => {
    const uri = newUri()
    const [until, longer] = [inMinutes(10), inMinutes(60)]
    const first = await pay(uri, { until })
    const second = await pay(uri, { until: longer })
    expect(await takeBackLost(database, [second])).toBe(1)
    expect(await opens(uri)).toBe(true)
    expect(await rightTo(uri)).toMatchObject({ paymentId: first.key, expiresAt: until })
  })

  it('leaves no longer right than the payments after it gave', async () => {
    const uri = newUri()
    const until = inMinutes(10)
    const first = await pay(uri)
    const second = await pay(uri, { until })
    await pay(uri, { status: 'refused' })
    expect(await takeBackLost(database, [first])).toBe(1)
    expect(await rightTo(uri)).toMatchObject({ paymentId: second.key, expiresAt: until })
    expect(await takeBackLost(database, [second])).toBe(1)
    expect(await rightTo(uri)).toBeNull()
  })

  it('is given back by nobody, where its content had been given up', async () => {
    const uri = newUri()
    const givenUp = await pay(uri, { status: 'received', reason: 'delivery_exhausted' })
    const found = await pay(uri, { payer: bob, status: 'received', reason: 'authorization_already_used' })
    const another = { ...found, transaction: '0xanother' }
    expect(await takeBackLost(database, [givenUp, another])).toBe(1)
    expect([await rowOf(givenUp), await rowOf(found)]).toMatchObject([{ status: 'refused' }, { status: 'received' }])
    expect(await opens(uri)).toBe(false)
    expect(await takeBackLost(database, [found])).toBe(1)
  })

  it('takes nothing of a payment that settles in the same moment', async () => {
    const uri = newUri()
    const lost = await pay(uri)
    const taking = await database.$transaction(async (transaction) => {
      const second = await pay(uri, {}, transaction)
      const taken = takeBackLost(database, [lost])
      await untilBlocked(database)
      return () => taken.then(() => second)
    })
    expect(await rightTo(uri)).toMatchObject({ paymentId: (await taking()).key })
    expect(await opens(uri)).toBe(true)
  })
})
