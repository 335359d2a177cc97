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
  await fillTable(databaseUrl, 'settlement_transactions', transactionsSql, [count])
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
    fillTable(databaseUrl, 'entitlements', entitlementsSql, [count, nameOfRight(past)]),
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
 * are built after the rows, but those that get no entries: building one reads the whole table.
 */
async function fillTable(databaseUrl: string, table: string, sql: string, parameters: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query("SET synchronous_commit = off; SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'")
    await client.query('BEGIN')
    const references = await dropReferences(client, table)
    await client.query(`TRUNCATE ${table}`)
    const [count, ...others] = parameters
    if (count !== undefined) await client.query(sql, [Math.min(Number(count), SAMPLE_ROWS), ...others])
    const restore = await dropUsedIndexes(client, table)
    await client.query(`TRUNCATE ${table}`)
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

/** Each kind of row occurs among as many. */
const SAMPLE_ROWS = 1_000

/** Drops the indexes of a table, but partial ones without entries; returns the statements that restore them. */
async function dropUsedIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE conrelid = $1::regclass AND contype IN ('p', 'u', 'f')`,
    [table],
  )
  for (const { name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND (indpred IS NULL OR pg_relation_size(indexrelid) > $2)`,
    [table, EMPTY_INDEX_BYTES],
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  return [
    ...constraints.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ]
}

/** One page, about the index. */
const EMPTY_INDEX_BYTES = 8_192

/** SQL: hexadecimal digits, 16 times as many, that differ for each number and look random. A digest would cost ten times as much. */
const hexOf = (number: string, salt: number, times: number) =>
  `repeat(lpad(to_hex(hashint8extended(${number}, ${salt})), 16, '0'), ${times})`

const payerOf = (number: string) => `'0x' || ${hexOf(number, 1, 2)} || 'cafecafe'`
const transactionIdOf = (number: string) => `${hexOf(number, 2, 2)}::uuid`

/** A hundred settlements share a transaction. */
const transactionsSql = `
  INSERT INTO settlement_transactions (id, network, wallet, nonce, hash, raw, state, created_at, ended_at)
  SELECT ${transactionIdOf('n')}, 'eip155:84532', '0x' || repeat('6', 40), -n, '0x' || ${hexOf('n', 3, 4)}, '',
    'landed', now() - interval '1 day', now() - interval '1 day'
  FROM generate_series(0, $1::bigint / 100) AS n`

const payerSql = `
  CASE WHEN n % 100 = 0 THEN ($2::text[])[(1 + n / 100 % cardinality($2::text[]))::int]
    ELSE ${payerOf('n % 1000000')} END`

/** The facts of one payment in both tables. */
const pastSql = `
  past AS (
    SELECT n, now() - interval '1 day' - n * interval '1 second' AS at,
      ${payerSql} AS payer,
      '0x' || ${hexOf('n', 4, 4)} AS nonce,
      '0x' || ${hexOf('n', 5, 4)} AS hash
    FROM generate_series(1, $1::bigint) AS n
  )`

const settlementsSql = `
  WITH ${pastSql}
  INSERT INTO settlements (key, network, scheme, asset, payer, pay_to, nonce, amount_atomic, settle_amount_atomic, state,
    valid_after, valid_before, reserved_until, claim_token, claimed_at, transaction_id, transaction, height,
    success_answered_at, created_at, decided_at)
  SELECT 'eip155:84532/' || $3::text || '/' || payer || '/' || nonce, 'eip155:84532', 'exact', $3, payer, $4, nonce, 1000, 1000,
    'settled', at, at, at, gen_random_uuid(), at, ${transactionIdOf('n / 100')}, hash, 0, at, at, at
  FROM past`

const paymentsSql = `
  WITH ${pastSql}
  INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer, payer_identity,
    pay_to, authorized_atomic, settled_atomic, status, transaction, handler_runs, request_fingerprint, payload, requirements,
    valid_before, entitlement_uri, settle_response, claimed_at, verified_at, produced_at, settling_at, settled_at, delivered_at)
  SELECT gen_random_uuid(), 'eip155:84532/' || $3::text || '/' || payer || '/' || nonce,
    CASE WHEN n % 2 = 0 THEN $5 ELSE 'GET /x/shop-' || n % 1000 || '/paid' END, '', $6 || '?n=' || n % 1000,
    'eip155:84532', 'exact', $3, payer, payer, $4, 1000, 1000, 'settled', hash, 1, ${hexOf('n', 6, 2)},
    '{"x402Version": 2}', '{"scheme": "exact", "maxTimeoutSeconds": 60}', at, $7, '{"success": true}',
    at, at, at, at, at, at
  FROM past`

/** Each of the million others bought the same as half of the payers. */
const entitlementsSql = `
  INSERT INTO entitlements (address_identity, resource_uri, network, granted_at)
  SELECT ${payerOf('n')}, $2, 'eip155:84532', now() - interval '1 day'
  FROM generate_series(0, least($1::bigint, 1000000) - 1) AS n`

const catalogSql = `
  INSERT INTO catalog_settlements (authorization_key, entry_id, network, payer, pay_to, amount_atomic, is_organic, settled_at)
  SELECT ${hexOf('n', 7, 2)}, entry.id, 'eip155:84532',
    ${payerSql},
    $3, 1000, true, now() - interval '1 day' - n * interval '1 second'
  FROM generate_series(1, $1::bigint) AS n, catalog_entries entry WHERE entry.key = $4`

const CATALOG_PAYERS_SQL = `
  INSERT INTO catalog_payers (entry_id, payer, organic_count, last_paid_at)
  SELECT entry_id, payer, count(*), max(settled_at) FROM catalog_settlements GROUP BY entry_id, payer`
