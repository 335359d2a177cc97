import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '@/development/testing/test-database'
import { sql } from '@/lib/base/infra/database'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { paymentStatuses } from '@/lib/base/x402/views'
import { findKeptAmong, findPurchase, listPurchases } from './list-purchases'

const { client: database } = await openTestDatabase()
const ada = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const bob = '0x0000000000000000000000000000000000000001'
const base = 'eip155:84532'
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))

type Paid = {
  payer?: string
  path?: string
  status?: string
  reason?: string
  minute?: number
  settledAtomic?: string
  network?: string
}

async function pay({ path = '/weather', status = 'settled', minute = 0, ...paid }: Paid = {}): Promise<string> {
  const { payer = ada, reason, settledAtomic = '50000', network = base } = paid
  const id = randomUUID()
  await database.payment.create({
    data: {
      id,
      authorizationKey: id,
      routeKey: 'GET /weather',
      resourceUri: `http://localhost:4021${path}`,
      network,
      scheme: 'exact',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      payer,
      payerIdentity: addressIdentity(network, payer),
      payTo: bob,
      authorizedAtomic: '100000',
      settledAtomic,
      status,
      reason: reason ?? null,
      transaction: `0x${id.replaceAll('-', '')}`,
      requestFingerprint: 'x',
      payload: {},
      requirements: {},
      claimedAt: at(minute),
      settledAt: status === 'refused' ? null : at(minute),
    },
  })
  return id
}

const wallet = (address: string, scope = 'evm') => ({ wallets: [{ scope, address }], payments: [] })
const ids = async (query: Parameters<typeof listPurchases>[1]) =>
  (await listPurchases(database, query)).map(({ paymentId }) => paymentId)

describe('purchases of wallets', () => {
  it('are told among addresses while they can be opened, to their owner or the browser that received them', async () => {
    const payer = '0x00000000000000000000000000000000000000b7'
    const [kept, once, ended] = [
      await pay({ payer, path: '/kept' }),
      await pay({ payer, path: '/once' }),
      await pay({ payer, path: '/ended' }),
    ]
    await database.payment.updateMany({ where: { id: { in: [kept, ended] } }, data: { entitlementUri: 'GET x' } })
    await database.payment.update({ where: { id: ended }, data: { rightEndedAt: at(3) } })
    const addresses = ['/kept', '/once', '/ended', '/other'].map((path) => `http://localhost:4021${path}`)
    const toldTo = (owner: Parameters<typeof findKeptAmong>[1]) => findKeptAmong(database, owner, addresses)
    expect(await toldTo(wallet(payer))).toEqual(['http://localhost:4021/kept'])
    expect(await toldTo({ wallets: [], payments: [kept, once] })).toEqual(['http://localhost:4021/kept'])
    expect(await toldTo(wallet(bob))).toEqual([])
    expect(await toldTo({ wallets: [], payments: [] })).toEqual([])
  })

  it('are the settled payments, newest first, with their amounts', async () => {
    const payer = '0x00000000000000000000000000000000000000a1'
    const old = await pay({ payer, minute: 1 })
    const fresh = await pay({ payer, minute: 2, settledAtomic: '20000' })
    await pay({ payer, status: 'refused' })
    await pay({ payer: bob })
    const purchases = await listPurchases(database, { owner: wallet(payer) })
    expect(purchases.map(({ paymentId }) => paymentId)).toEqual([fresh, old])
    expect(purchases[0]).toMatchObject({ chargedAtomic: 20_000n, authorizedAtomic: 100_000n, isKept: false })
    expect(await ids({ owner: wallet(payer), before: at(2) })).toEqual([old])
  })

  it('include paid and undelivered ones, but no payments of other sites', async () => {
    const payer = '0x00000000000000000000000000000000000000a5'
    const undelivered = await pay({ payer, status: 'received', reason: 'delivery_exhausted' })
    const elsewhere = await pay({ payer, status: 'received', reason: 'authorization_already_used' })
    expect(await ids({ owner: wallet(payer) })).toEqual([undelivered])
    expect(await findPurchase(database, { owner: wallet(payer), paymentId: elsewhere })).toBeNull()
  })

  it('are found by words of the address, by the transaction, and by titles', async () => {
    const payer = '0x00000000000000000000000000000000000000a2'
    const weather = await pay({ payer, path: '/weather?city=Lisbon' })
    const other = await pay({ payer, path: '/articles/reserved/full' })
    const owner = wallet(payer)
    expect(await ids({ owner, search: 'WEATHER lisbon' })).toEqual([weather])
    expect(await ids({ owner, search: 'weather oslo' })).toEqual([])
    expect(await ids({ owner, search: weather.replaceAll('-', '') })).toEqual([weather])
    const alsoResourceUris = ['http://localhost:4021/articles/reserved/full']
    expect(await ids({ owner, search: 'future use', alsoResourceUris })).toEqual([other])
    expect(await ids({ owner, search: '%' })).toEqual([])
    const whole = await pay({ payer, minute: -1 })
    expect(await ids({ owner, resourceUri: 'http://localhost:4021/weather', limit: 1 })).toEqual([whole])
  })

  it("are the wallet's only, and a contract wallet's on its own network", async () => {
    const payer = '0x00000000000000000000000000000000000000a3'
    const id = await pay({ payer })
    expect(await ids({ owner: { wallets: [], payments: [] } })).toEqual([])
    expect(await ids({ owner: wallet(payer, base) })).toEqual([id])
    expect(await ids({ owner: wallet(payer, 'eip155:8453') })).toEqual([])
    expect(await findPurchase(database, { owner: wallet(bob), paymentId: id })).toBeNull()
    expect(await findPurchase(database, { owner: wallet(payer), paymentId: 'x' })).toBeNull()
    expect(await findPurchase(database, { owner: wallet(payer), paymentId: id })).toMatchObject({ paymentId: id })
  })
})

it('keeps no payment in a status that the code does not know', async () => {
  const [check] = await database.rows<{ definition: string }>(sql`
    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint WHERE conname = 'payments_status_check'`)
  const kept = [...(check?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, status]) => status)
  expect(kept.sort()).toEqual([...paymentStatuses].sort())
})
