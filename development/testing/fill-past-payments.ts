import pg from 'pg'

export type PastPayments = {
  count: number
  /** Lower-case addresses of the payers of one in a hundred; a million others share the rest. */
  payers: string[]
  asset: string
  payTo: string
  /** The route of half of the payments; the rest is spread over a thousand shops. */
  routeKey: string
  resourceUri: string
}

/**
 * Fills the empty tables of gate and facilitator with payments that were settled and delivered long ago, as both would
 * have written them. Statistics are gathered, as in a database that has grown.
 */
export async function fillPastPayments(databaseUrl: string, past: PastPayments): Promise<void> {
  const { count, payers, asset, payTo, routeKey, resourceUri } = past
  await fillTable(databaseUrl, 'settlement_transactions', TRANSACTIONS_SQL, [count])
  await Promise.all([
    fillTable(databaseUrl, 'settlements', settlementsSql, [count, payers, asset, payTo]),
    fillTable(databaseUrl, 'payments', paymentsSql, [
      count,
      payers,
      asset,
      payTo,
      routeKey,
      resourceUri,
      nameOfRight(past),
    ]),
    fillTable(databaseUrl, 'entitlements', ENTITLEMENTS_SQL, [count, nameOfRight(past)]),
  ])
}

/** The right that a payment for a route of the site's own code gives. */
const nameOfRight = ({ routeKey, resourceUri }: PastPayments) => `${routeKey.split(' ', 1)[0]} ${resourceUri}`

/** The same payments as the catalog has counted them for its entry of the route. */
export async function fillCatalogSettlements(databaseUrl: string, past: PastPayments): Promise<void> {
  const { count, payers, payTo } = past
  await fillTable(databaseUrl, 'catalog_settlements', catalogSql, [count, payers, payTo, nameOfRight(past)])
  await fillTable(databaseUrl, 'catalog_payers', CATALOG_PAYERS_SQL, [])
}

/**
 * Empties a table and fills it in one transaction, which a server with `wal_level = minimal` does not log. Its indexes
 * are built after the rows.
 */
async function fillTable(databaseUrl: string, table: string, sql: string, parameters: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
    await client.query('BEGIN')
    const references = await dropReferences(client, table)
    await client.query(`TRUNCATE ${table}`)
    const restore = await dropIndexes(client, table)
    await client.query(sql, parameters)
    for (const statement of [...restore, ...references]) await client.query(statement)
    await client.query('COMMIT')
    await client.query(`VACUUM (ANALYZE) ${table}`)
  } finally {
    await client.end()
  }
}

/** Drops the foreign keys to a table; returns the statements that restore them. */
async function dropReferences(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ owner: string; name: string; definition: string }>(
    `SELECT conrelid::regclass AS owner, conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE confrelid = $1::regclass AND contype = 'f'`,
    [table],
  )
  for (const { owner, name } of rows) await client.query(`ALTER TABLE ${owner} DROP CONSTRAINT "${name}"`)
  return rows.map(({ owner, name, definition }) => `ALTER TABLE ${owner} ADD CONSTRAINT "${name}" ${definition}`)
}

/** Drops the indexes of a table; returns the statements that restore them. */
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
const TRANSACTIONS_SQL = `
  INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at, ended_at)
  SELECT md5('transaction ' || n)::uuid, 'eip155:84532', '0x' || repeat('6', 40), -n, '0x' || md5('hash ' || n) || md5('' || n), '',
    'landed', now() - interval '1 day', now() - interval '1 day'
  FROM generate_series(0, $1::bigint / 100) AS n`

const PAYER_SQL = `
  CASE WHEN n % 100 = 0 THEN ($2::text[])[(1 + n / 100 % cardinality($2::text[]))::int]
    ELSE '0x' || md5('payer ' || n % 1000000) || 'cafecafe' END`

/** The facts of one payment in both tables. */
const pastSql = `
  past AS (
    SELECT n, now() - interval '1 day' - n * interval '1 second' AS at,
      ${PAYER_SQL} AS payer,
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
  INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer, payer_identity,
    pay_to, authorized_atomic, settled_atomic, status, transaction, handler_runs, audience, request_fingerprint, payload, requirements,
    valid_before, entitlement_uri, settle_response, claimed_at, verified_at, produced_at, settling_at, settled_at, delivered_at)
  SELECT md5('payment ' || n)::uuid, 'eip155:84532/' || $3::text || '/' || payer || '/' || nonce,
    CASE WHEN n % 2 = 0 THEN $5 ELSE 'GET /x/shop-' || n % 1000 || '/paid' END, '', $6 || '?n=' || n % 1000,
    'eip155:84532', 'exact', $3, payer, payer, $4, 1000, 1000, 'settled', hash, 1, 'agent', md5('print ' || n),
    '{"x402Version": 2}', '{"scheme": "exact", "maxTimeoutSeconds": 60}', at, $7, '{"success": true}',
    at, at, at, at, at, at
  FROM past`

/** Each of the million others bought the same as half of the payers. */
const ENTITLEMENTS_SQL = `
  INSERT INTO entitlements (address_identity, resource_uri, network, granted_at)
  SELECT '0x' || md5('payer ' || n) || 'cafecafe', $2, 'eip155:84532', now() - interval '1 day'
  FROM generate_series(0, least($1::bigint, 1000000) - 1) AS n`

const catalogSql = `
  INSERT INTO catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
  SELECT md5('past ' || n), entry.id, 'eip155:84532',
    ${PAYER_SQL},
    $3, 1000, true, now() - interval '1 day' - n * interval '1 second'
  FROM generate_series(1, $1::bigint) AS n, catalog_entries entry WHERE entry.key = $4`

const CATALOG_PAYERS_SQL = `
  INSERT INTO catalog_payers (entry_id, payer, organic_count, last_paid_at)
  SELECT entry_id, payer, count(*), max(settled_at) FROM catalog_settlements GROUP BY entry_id, payer`
