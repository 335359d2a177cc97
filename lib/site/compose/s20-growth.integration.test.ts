import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGasKeys } from '@/development/testing/create-gas-keys'
import { startTestSite, type TestSite } from '@/development/testing/open-test-site'
import { onServer } from '@/development/testing/template-database'
import { type BuyerPayment, createEvmBuyer, type TestBuyer } from '@/development/testing/test-buyer'
import { openTestDatabase } from '@/development/testing/test-database'
import { createTestSeller } from '@/development/testing/test-seller'
import { testWorld } from '@/development/testing/test-world'
import { assetOf } from '@/lib/base/chains/assets'
import { type Database, sql } from '@/lib/base/infra/database'
import { defaultRetention } from '@/lib/base/infra/prune'
import { BASE_SEPOLIA } from '@/lib/base/x402/networks'
import { pruneSettlements } from '@/lib/facilitator/ledger/settlement-record'
import type { PaymentRequest } from '@/lib/facilitator/read-payment'
import { purgeSpentNonces } from '@/lib/gate/sign-in/sign-in-nonce'
import { prunePayments } from '@/lib/payments/prune-payments'
import { REPEATED_MINUTES } from '@/lib/payments/right'
import { pruneSent, queuePayments } from '@/lib/shop/sellers/outbox/queue-events'
import { createEndpoint } from '@/lib/shop/sellers/webhooks/endpoints'

const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const pastCount = 10_000
const payments = 3
const asset = assetOf(BASE_SEPOLIA)?.address.toLowerCase() ?? ''
const sold = 'http://localhost:4021/paid'
const grown = ['settlements', 'payments', 'settlement_transactions', 'outbox', 'spent_nonces']

const database = await openTestDatabase()
let site: TestSite
let buyer: TestBuyer
let endpointId: string
let rows: Database

beforeAll(async () => {
  const world = testWorld()
  buyer = await createEvmBuyer(world, 100_000n)
  await fillPastPayments(buyer.address.toLowerCase())
  site = await startTestSite({
    databaseUrl: database.url,
    gas: await createGasKeys(world),
    routes: {
      'GET /paid': {
        config: { accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } },
        handler: () => Response.json({ content: 'paid' }),
      },
      'GET /failing': {
        config: { accepts: { scheme: 'exact', price: '$0.001', network: BASE_SEPOLIA, payTo } },
        handler: () => Response.json({ error: 'no such thing' }, { status: 400 }),
      },
      'GET /nothing': {
        config: { accepts: { scheme: 'upto', price: '$0.001', network: BASE_SEPOLIA, payTo } },
        handler: (_, { meter }) => {
          meter.setAmount('0')
          return Response.json({ content: 'nothing' })
        },
      },
    },
  })
  rows = site.application.database
  const seller = await createTestSeller(site)
  const hook = { url: 'http://127.0.0.1:8080/hook', events: ['payment.settled', 'payment.refused'] }
  endpointId = (await createEndpoint(site.application.sellers, seller.actor, hook)).endpointId
  await rows.execute(sql`
    INSERT INTO outbox (id, receiver, event_id, event_type, body, state, next_attempt_at, created_at)
    SELECT md5('delivery ' || n)::uuid, ${endpointId}, 'event ' || n, 'payment.settled', '{}', 'delivered', now(), now()
    FROM generate_series(1, 5000) AS n`)
  await rows.execute(sql`
    INSERT INTO spent_nonces (nonce, expires_at) SELECT 'nonce ' || n, now() + interval '1 hour' FROM generate_series(1, 5000) AS n`)
  await rows.execute(sql`ANALYZE outbox, spent_nonces`)
})
afterAll(async () => {
  await site.stop()
})

const requestOf = (paymentPayload: BuyerPayment['payload']) =>
  ({ paymentPayload, paymentRequirements: paymentPayload.accepted }) as PaymentRequest // The SDK's looser type.
const asked = (now: Date) => ({ now, stepRows: 250 })

async function pruneAll(now: Date): Promise<void> {
  await pruneSettlements(rows, defaultRetention, asked(now))
  await prunePayments(rows, defaultRetention, asked(now))
  await pruneSent(rows, defaultRetention, asked(now))
  await purgeSpentNonces(rows, now)
}

const hour = 3_600_000
const day = 24 * hour
const { unstartedHours, unpaidDays, answersHours, transactionsDays, webhooksDays } = defaultRetention

/** Gives past rows another state, in numbers, ended just before or after their retention. */
async function age(kept: boolean) {
  const at = (ms: number) => new Date(Date.now() - ms + (kept ? hour / 2 : -hour / 2))
  const some = (table: string, column: string) =>
    rows.$queryRawUnsafe<{ id: string }[]>(`SELECT ${column}::text AS id FROM ${table} LIMIT 600`)
  const change = async (table: string, column: string, set: string, moment: Date) => {
    const ids = (await some(table, column)).map(({ id }) => id)
    await rows.$executeRawUnsafe(`UPDATE ${table} SET ${set} WHERE ${column}::text = ANY($2)`, moment, ids)
  }
  return { at, change }
}

async function count() {
  const [found] = await rows.rows<Record<string, number>>(sql`
    SELECT (SELECT count(*)::int FROM settlements) AS settlements, (SELECT count(*)::int FROM payments) AS payments,
      (SELECT count(*)::int FROM payments WHERE response_body IS NOT NULL) AS answers,
      (SELECT count(*)::int FROM settlement_transactions WHERE raw <> '') AS raw,
      (SELECT count(*)::int FROM outbox) AS deliveries`)
  return found
}

const cases: [string, string, string, string, number][] = [
  ['settlements', 'settlements', 'key', "state = 'refused', decided_at = $1", unpaidDays * day],
  ['payments', 'payments', 'id', "status = 'abandoned', handler_runs = 0, ended_at = $1", unstartedHours * hour],
  ['payments', 'payments', 'id', "status = 'abandoned', handler_runs = 1, ended_at = $1", unpaidDays * day],
  ['payments', 'payments', 'id', "status = 'refused', ended_at = $1", unpaidDays * day],
  ['answers', 'payments', 'id', "response_body = 'x', delivered_at = $1", (REPEATED_MINUTES + 1) * 60_000],
  ['answers', 'payments', 'id', "response_body = 'x', delivered_at = NULL, settled_at = $1", answersHours * hour],
  ['raw', 'settlement_transactions', 'id', "raw = 'x', ended_at = $1", transactionsDays * day],
  ['deliveries', 'outbox', 'id', "state = 'failed', created_at = $1", webhooksDays * day],
]

it.each(cases)(
  'S-20: what ended goes, and the ledger stays %s: %s with %s where %s',
  async (counted, table, column, set, periodMs) => {
    for (const isKept of [true, false]) {
      const { at, change } = await age(isKept)
      await change(table, column, set, at(periodMs))
      const before = await count()
      await pruneAll(new Date())
      const after = await count()
      const changed = Object.keys(before ?? {}).filter((name) => before?.[name] !== after?.[name])
      expect(changed).toEqual(isKept ? [] : [counted])
    }
  },
)

describe('S-20: what a caller leaves without paying goes', () => {
  const hour = 3_600_000
  const { unstartedHours, unpaidDays } = defaultRetention
  let caller: TestBuyer
  beforeAll(async () => {
    caller = await createEvmBuyer(testWorld(), 100_000n)
  })
  const ask = async (path: string) => {
    const { headers, payload } = await caller.sign(`${site.origin}${path}`)
    const response = await fetch(`${site.origin}${path}`, { headers })
    await response.text()
    return { status: response.status, payload }
  }
  const statesOf = async () => {
    const payer = caller.address.toLowerCase()
    const found = await rows.rows<{ state: string }>(sql`
      SELECT state FROM settlements WHERE payer = ${payer} AND state <> 'settled'
      UNION ALL SELECT 'payment ' || status FROM payments WHERE payer_identity = ${payer} AND status <> 'settled' ORDER BY 1`)
    return found.map(({ state }) => state)
  }
  const inHours = async (hours: number) => {
    const now = new Date(Date.now() + hours * hour)
    await pruneSettlements(rows, defaultRetention, asked(now))
    await prunePayments(rows, defaultRetention, asked(now))
  }

  it('a released reservation at once, the others when their time is up', async () => {
    for (let round = 0; round < 3; round += 1) expect((await ask('/failing')).status).toBe(400)
    expect(await statesOf()).toEqual(Array.from({ length: 3 }, () => 'payment abandoned'))

    const { facilitator } = site.application
    const sign = async () => {
      const { payload: paymentPayload } = await caller.sign(`${site.origin}/paid`)
      return requestOf(paymentPayload)
    }
    expect((await facilitator.verify(await sign())).isValid).toBe(true)
    const note = {
      read: () => ({}),
      written: () => undefined,
      write: () => Promise.reject(new Error('The caller cannot note it.')),
    }
    expect(await facilitator.settle(await sign(), { note })).toMatchObject({ kind: 'refused' })
    expect((await ask('/nothing')).status).toBe(200)
    const unstarted = ['abandoned', 'reserved']
    const free = ['payment spent_zero', 'spent_zero']
    const ran = Array.from({ length: 3 }, () => 'payment abandoned')
    await inHours(unstartedHours - 1)
    expect(await statesOf()).toEqual([...unstarted, ...ran, ...free].toSorted())
    await inHours(unstartedHours + 1)
    expect(await statesOf()).toEqual([...ran, ...free].toSorted())
    await inHours(24 * unpaidDays + 1)
    expect(await statesOf()).toEqual([])
  })

  it('but never what was spent at zero while the chain would still take it', async () => {
    const { payload } = await ask('/nothing')
    await rows.execute(sql`
      UPDATE settlements SET valid_before = now() + interval '100 days' WHERE state = 'spent_zero'`)
    await inHours(24 * unpaidDays + 1)
    expect(await statesOf()).toEqual(['spent_zero'])
    expect(await site.application.facilitator.verify(requestOf(payload))).toMatchObject({ isValid: false })
  })
})

describe('S-20: the past costs a payment nothing', () => {
  it('reads no table that grows from end to end, and of a long history next to nothing', async () => {
    // Completely, since the server's own vacuum leaves some dead rows in the indexes.
    await rows.$executeRawUnsafe(`VACUUM (ANALYZE, INDEX_CLEANUP ON) ${grown.join()}`)
    const before = await readCounters()
    for (let payment = 0; payment < payments; payment += 1) {
      const { headers, payload } = await buyer.sign(`${site.origin}/paid`)
      expect((await fetch(`${site.origin}/paid`, { headers })).status).toBe(200)
      // Used, or being noted as delivered.
      expect([402, 409]).toContain((await fetch(`${site.origin}/paid`, { headers })).status)
      expect((await site.application.facilitator.verify(requestOf(payload))).isValid).toBe(false)
      await site.reconcile()
      await queuePayments(site.application.sellers)
      await pruneAll(new Date())
    }
    const after = await readCounters()
    for (const table of grown) {
      const [was, is] = [before.get(table), after.get(table)]
      expect({ table, scans: (is?.scans ?? 0) - (was?.scans ?? 0) }).toEqual({ table, scans: 0 })
      expect(((is?.entries ?? 0) - (was?.entries ?? 0)) / payments, `entries read in ${table}`).toBeLessThan(60)
    }
  })
})

/** The server's counters since it began: whole tables read, and entries read by indexes. */
const readCounters = () =>
  onServer(database.url, async (client) => {
    await othersToEnd(client)
    const { rows: counters } = await client.query<{ table: string; scans: number; entries: number }>(`
      SELECT t.relname AS table, t.seq_scan::int AS scans, sum(i.idx_tup_read)::int AS entries
      FROM pg_stat_user_tables AS t JOIN pg_stat_user_indexes AS i USING (relid) GROUP BY 1, 2`)
    return new Map(counters.map((entry) => [entry.table, entry]))
  })

/** Waits for other connections to end, since a connection reports its counters at its end. */
async function othersToEnd(client: pg.Client): Promise<void> {
  const others = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND backend_type = 'client backend'`
  // A statement that follows a payment in the background may connect once more.
  const left = async () => {
    await rows.$disconnect()
    return (await client.query(others)).rows
  }
  await expect.poll(left).toEqual([])
}

/**
 * Fills the empty tables of gate and facilitator with payments that were settled and delivered long ago, as both would
 * have written them: one in a hundred by that payer, half of them for one route. Statistics are gathered, as in a
 * database that has grown.
 */
async function fillPastPayments(payer: string): Promise<void> {
  const fill = (table: string, sql: string) =>
    onServer(database.url, async (client) => {
      await client.query(sql)
      await client.query(`VACUUM (ANALYZE) ${table}`)
    })
  await fill('settlement_transactions', transactionsSql)
  await Promise.all([
    fill('settlements', settlementsSql(payer)),
    fill('payments', paymentsSql(payer)),
    fill('entitlements', entitlementsSql),
  ])
}

/** SQL: hexadecimal digits, 16 times as many, that differ for each number and look random. A digest would cost ten times as much. */
const hexOf = (number: string, salt: number, times: number) =>
  `repeat(lpad(to_hex(hashint8extended(${number}, ${salt})), 16, '0'), ${times})`

const payerOf = (number: string) => `'0x' || ${hexOf(number, 1, 2)} || 'cafecafe'`
const transactionIdOf = (number: string) => `${hexOf(number, 2, 2)}::uuid`

/** Twenty settlements share a transaction. */
const transactionsSql = `
  INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at, ended_at)
  SELECT ${transactionIdOf('n')}, 'eip155:84532', '0x' || repeat('6', 40), -n, '0x' || ${hexOf('n', 3, 4)}, '',
    'landed', now() - interval '1 day', now() - interval '1 day'
  FROM generate_series(0, ${pastCount / 20}) AS n`

/** The facts of one payment in both tables. */
const pastSql = (payer: string) => `
  past AS (
    SELECT n, now() - interval '1 day' - n * interval '1 second' AS at,
      CASE WHEN n % 100 = 0 THEN '${payer}' ELSE ${payerOf('n')} END AS payer,
      '0x' || ${hexOf('n', 4, 4)} AS nonce,
      '0x' || ${hexOf('n', 5, 4)} AS hash
    FROM generate_series(1, ${pastCount}) AS n
  )`

const settlementsSql = (payer: string) => `
  WITH ${pastSql(payer)}
  INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic, state,
    valid_after, valid_before, reserved_until, claim_token, claimed_at, transaction_id, transaction, height,
    success_answered_at, created_at, decided_at)
  SELECT 'eip155:84532/${asset}/' || payer || '/' || nonce, 'eip155:84532', 'exact', '${asset}', payer, '${payTo}', nonce, 1000, 1000,
    'settled', at, at, at, gen_random_uuid(), at, ${transactionIdOf('n / 20')}, hash, 0, at, at, at
  FROM past`

const paymentsSql = (payer: string) => `
  WITH ${pastSql(payer)}
  INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer, payer_identity,
    pay_to, authorized_atomic, settled_atomic, status, transaction, handler_runs, request_fingerprint, payload, requirements,
    valid_before, entitlement_uri, settle_response, claimed_at, verified_at, produced_at, settling_at, settled_at, delivered_at)
  SELECT gen_random_uuid(), 'eip155:84532/${asset}/' || payer || '/' || nonce,
    CASE WHEN n % 2 = 0 THEN 'GET /paid' ELSE 'GET /x/shop-' || n % 1000 || '/paid' END, '', '${sold}?n=' || n % 1000,
    'eip155:84532', 'exact', '${asset}', payer, payer, '${payTo}', 1000, 1000, 'settled', hash, 1, ${hexOf('n', 6, 2)},
    '{"x402Version": 2}', '{"scheme": "exact", "maxTimeoutSeconds": 60}', at, 'GET ${sold}', '{"success": true}',
    at, at, at, at, at, at
  FROM past`

/** Each payer owns what half of them bought. */
const entitlementsSql = `
  INSERT INTO entitlements (address_identity, resource_uri, network, granted_at)
  SELECT ${payerOf('n')}, 'GET ${sold}', 'eip155:84532', now() - interval '1 day'
  FROM generate_series(0, ${pastCount - 1}) AS n`
