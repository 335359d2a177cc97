import { expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { sql } from '@/lib/base/infra/database'
import type { ResourceUri } from '@/lib/base/x402/resource-uri'
import { hasPaid } from './has-paid'
import { rightOf } from './right'
import { type PaidAccess, recordPayment } from './testing/record-payment'

const { client: database } = await openTestDatabase()

const start = new Date('2026-01-01T00:00:00Z')
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const checksummed = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const solana = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4'
let counter = 0
const newUri = () => `http://localhost:4021/r/${++counter}` as ResourceUri
const toRight = (uri: ResourceUri) => rightOf({ method: 'GET' }, uri)
const paid = (resourceUri: ResourceUri, change: Partial<PaidAccess> = {}): PaidAccess => ({
  network: 'eip155:84532',
  address: checksummed,
  right: toRight(resourceUri).name,
  paymentId: null,
  expiresAt: null,
  ...change,
})
const asks = (resourceUri: ResourceUri, address: string, scope = 'evm') =>
  hasPaid(database, { wallets: [{ scope, address }], right: toRight(resourceUri) })

it('opens for the wallet that paid, in any spelling of an EVM address', async () => {
  const uri = newUri()
  expect(await asks(uri, checksummed)).toBe(false)
  await recordPayment(database, paid(uri))
  expect(await asks(uri, checksummed)).toBe(true)
  expect(await asks(uri, checksummed.toLowerCase())).toBe(true)
  expect(await asks(uri, '0x0000000000000000000000000000000000000001')).toBe(false)
})

it('opens for a contract wallet only on the network where it paid', async () => {
  const uri = newUri()
  await recordPayment(database, paid(uri))
  expect(await asks(uri, checksummed, 'eip155:84532')).toBe(true)
  expect(await asks(uri, checksummed, 'eip155:8453')).toBe(false)
})

it('opens for a person when any of their wallets has paid', async () => {
  const uri = newUri()
  await recordPayment(database, paid(uri))
  const wallets = [
    { scope: 'svm', address: solana },
    { scope: 'evm', address: checksummed },
  ]
  expect(await hasPaid(database, { wallets, right: toRight(uri) })).toBe(true)
  expect(await hasPaid(database, { wallets: wallets.slice(0, 1), right: toRight(uri) })).toBe(false)
  expect(await hasPaid(database, { wallets: [], right: toRight(uri) })).toBe(false)
})

it('ends with its lifetime, to the millisecond of the database’s clock', async () => {
  const uri = newUri()
  const wallets = [{ scope: 'evm', address: checksummed }]
  await database.$transaction(async (transaction) => {
    // The whole transaction sees one time.
    const [{ now } = { now: new Date() }] = await transaction.rows<{ now: Date }>(sql`
      SELECT date_trunc('milliseconds', now()) AS now`)
    await recordPayment(transaction, paid(uri, { expiresAt: new Date(now.getTime() + 1) }))
    expect(await hasPaid(transaction, { wallets, right: toRight(uri) })).toBe(true)
    await transaction.entitlement.updateMany({ where: { resourceUri: toRight(uri).name }, data: { expiresAt: now } })
    expect(await hasPaid(transaction, { wallets, right: toRight(uri) })).toBe(false)
  })
})

it('is never shortened by paying again', async () => {
  const uri = newUri()
  const endOf = async () =>
    (await database.entitlement.findFirstOrThrow({ where: { resourceUri: toRight(uri).name } })).expiresAt
  await recordPayment(database, paid(uri, { expiresAt: later(600) }))
  await recordPayment(database, paid(uri, { expiresAt: later(70), paymentId: 'second' }))
  expect(await endOf()).toEqual(later(600))
  await recordPayment(database, paid(uri, { expiresAt: null }))
  await recordPayment(database, paid(uri, { expiresAt: later(90) }))
  expect([await endOf(), await asks(uri, checksummed)]).toEqual([null, true])
})

it('is undone with the transaction that it was recorded in', async () => {
  const uri = newUri()
  const failing = database.$transaction(async (transaction) => {
    await recordPayment(transaction, paid(uri))
    throw new Error('the ledger refused')
  })
  await expect(failing).rejects.toThrow('the ledger refused')
  expect(await asks(uri, checksummed)).toBe(false)
})

it('is one row however often it is recorded at once', async () => {
  const uri = newUri()
  await Promise.all(Array.from({ length: 20 }, () => recordPayment(database, paid(uri))))
  expect(await database.entitlement.count({ where: { resourceUri: toRight(uri).name } })).toBe(1)
})
