import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '@/lib/infra/database'
import { createTestDatabase } from '@/lib/processes/testing/test-database'
import { untilBlocked } from '@/lib/processes/testing/until-blocked'
import { readNextNonce, storeTransaction } from './store-transaction'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  database = openDatabase(created.url)
  drop = created.drop
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

it('stores one of two transactions that have the same id and come from two wallets at once, and takes one nonce', async () => {
  const [network, id, now] = ['eip155:84532', randomUUID(), new Date()]
  const signed = { hash: '0x01', raw: '0x02', lastValidHeight: null }
  const wallet = '0xb'
  await readNextNonce(database, { network, wallet, chainNonce: 7n })
  const mine = await database.$transaction(async (transaction) => {
    await transaction.settlementTransaction.create({
      data: { id, network, wallet: '0xa', nonce: 0n, hash: '0x03', raw: '0x04', state: 'open', createdAt: now },
    })
    const storing = storeTransaction(database, { id, network, wallet, nonce: 7n, signed, claims: [] }, now)
    await untilBlocked(database)
    return { storing }
  })
  expect(await mine.storing).toBe(false)
  expect(await readNextNonce(database, { network, wallet, chainNonce: 0n })).toBe(7n)
  expect(await database.settlementTransaction.count()).toBe(1)
})
