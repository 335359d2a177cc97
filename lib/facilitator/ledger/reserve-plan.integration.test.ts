import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '@/development/testing/test-database'
import { type Database, openDatabase } from '@/lib/base/infra/database'
import { reserveAuthorizations } from './reserve-authorizations'

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  // One connection, so that its statistics cover everything that was read.
  database = openDatabase(created.url, { maxConnections: 1 })
  drop = created.drop
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

const account = { network: 'eip155:84532', asset: '0xa', payer: '0xb' }

/** A payer with that many settled payments, and as many reservations that lapsed. */
async function makeHistory(rows: number): Promise<void> {
  await database.$executeRaw`
    INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, state, height, reserved_until)
    SELECT state || n, ${account.network}, 'exact', ${account.asset}, ${account.payer}, '0xc', n::text, 5, state, n,
      now() - interval '1 hour'
    FROM generate_series(1, ${rows}::int) AS n, unnest(ARRAY['settled', 'reserved']) AS state`
  await database.$executeRaw`ANALYZE settlements`
}

async function readWork(): Promise<{ scans: number; rows: number }> {
  await database.$executeRaw`SELECT pg_stat_force_next_flush()`
  const [work] = await database.$queryRaw<{ scans: number; rows: number }[]>`
    SELECT seq_scan::int AS scans, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS rows
    FROM pg_stat_user_tables WHERE relname = 'settlements'`
  if (!work) throw new Error('Expected statistics of the table.')
  return work
}

const reserve = (key: string) =>
  reserveAuthorizations(database, [
    {
      authorization: {
        ...account,
        ...{ key, scheme: 'exact', payTo: '0xc', amountAtomic: 5n, nonce: key, validAfter: null, validBefore: null },
      },
      ...{ payloadDigest: 'd', holder: null, claimToken: null, settleAmountAtomic: 5n, landedKeys: [] },
      ...{ lastsMs: 60_000, height: 1_000_000n, spendableAtomic: 50n },
    },
  ])

it('weighs a payment against payments in flight without reading old settlements', async () => {
  await makeHistory(20_000)
  const before = await readWork()
  // Often enough that PostgreSQL would settle on one plan for all.
  for (let time = 0; time < 8; time += 1) expect(await reserve(`new ${time}`)).toEqual(['reserved'])
  const after = await readWork()
  expect(after.scans - before.scans).toBe(0)
  expect(after.rows - before.rows).toBeLessThan(100)
  expect(await reserve('new 8')).toEqual(['reserved'])
  expect(await reserve('new 9')).toEqual(['reserved'])
  expect(await reserve('new 10')).toEqual(['insufficient'])
})

it('reads all rows without the indexes of open ones', async () => {
  await database.$executeRaw`DROP INDEX settlements_landed_idx, settlements_reserved_idx`
  const before = await readWork()
  await reserve('new 11')
  expect((await readWork()).rows - before.rows).toBeGreaterThan(20_000)
})
