import pg from 'pg'

export type PastPayments = {
  count: number
  /** Wallet in small letters that made one in a hundred of them; a million others share the rest. */
  payer: string
  asset: string
  payTo: string
}

/**
 * Fills a database of ours with payments that were settled and delivered long ago, as gate and facilitator leave them.
 * Indexes are built after the rows, and statistics gathered, as in a database that has grown up.
 */
export async function fillPastPayments(databaseUrl: string, past: PastPayments): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
    await client.query(transactionsSql, [past.count])
    for (const [table, sql] of [
      ['settlements', settlementsSql],
      ['payments', paymentsSql],
    ] as const) {
      const restore = await dropIndexes(client, table)
      await client.query(sql, [past.count, past.payer, past.asset, past.payTo])
      for (const statement of restore) await client.query(statement)
    }
    for (const table of ['settlements', 'payments', 'settlement_transactions']) {
      await client.query(`VACUUM (ANALYZE) ${table}`)
    }
    await client.query('CHECKPOINT').catch(() => undefined) // Only some roles may; it makes the first figures calmer.
  } finally {
    await client.end()
  }
}

/** Takes the indexes of a table away; returns the statements that bring them back. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')`,
    [table],
  )
  for (const { name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    'SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename = $1',
    [table],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX "${name}"`)
  return [
    ...constraints.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ]
}

/** A hundred settlements share a transaction. */
const transactionsSql = `
  INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at, ended_at)
  SELECT md5('transaction ' || n)::uuid, 'eip155:84532', '0x' || repeat('6', 40), -n, '0x' || md5('hash ' || n) || md5('' || n), '',
    'landed', now() - interval '1 day', now() - interval '1 day'
  FROM generate_series(0, $1::bigint / 100) AS n`

/** What both tables say of one payment. */
const pastSql = `
  past AS (
    SELECT n, now() - interval '1 day' - n * interval '1 second' AS at,
      CASE WHEN n % 100 = 0 THEN $2 ELSE '0x' || md5('payer ' || n % 1000000) || 'cafecafe' END AS payer,
      '0x' || md5('nonce ' || n) || md5('nonce' || n) AS nonce,
      '0x' || md5('landed ' || n) || md5('landed' || n) AS hash
    FROM generate_series(1, $1::bigint) AS n
  )`

const settlementsSql = `
  WITH ${pastSql}
  INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic, state,
    valid_after, valid_before, reserved_until, claim_token, claimed_at, transaction_id, transaction, height,
    success_answered_at, created_at, decided_at)
  SELECT 'eip155:84532/' || $3::text || '/' || payer || '/' || nonce, 'eip155:84532', 'exact', $3, payer, $4, nonce, 1000, 1000,
    'settled', at, at, at, md5('token ' || n)::uuid, at, md5('transaction ' || n / 100)::uuid, hash, 0, at, at, at
  FROM past`

const paymentsSql = `
  WITH ${pastSql}
  INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
    pay_to, authorized_atomic, settled_atomic, status, transaction, handler_runs, audience, request_fingerprint, payload, requirements,
    valid_before, entitlement_uri, settle_response, claimed_at, verified_at, produced_at, settling_at, settled_at, delivered_at)
  SELECT md5('payment ' || n)::uuid, 'eip155:84532/' || $3::text || '/' || payer || '/' || nonce,
    CASE WHEN n % 2 = 0 THEN 'GET /paid' ELSE 'GET /x/shop-' || n % 1000 || '/paid' END, 'http://localhost:4021/paid?n=' || n % 1000,
    'eip155:84532', 'exact', $3, payer, payer, $4, 1000, 1000, 'settled', hash, 1, 'agent', md5('print ' || n),
    '{"x402Version": 2}', '{"scheme": "exact", "maxTimeoutSeconds": 60}', at, 'http://localhost:4021/paid', '{"success": true}',
    at, at, at, at, at, at
  FROM past`
