import pg from 'pg'

/** Rows that are really inserted into each table; enough for the planner to see which columns tell rows apart. */
const FILLED = 300
const PRETENDED = 1_000_000

/** Few values, however many rows. */
const COMMON = /^(network|scheme|asset|state|status|kind|type|verification|source|method|audience|scope|act)$/

type Column = { name: string; type: string; isIndexed: boolean; isNullable: boolean; label: string | null }

/**
 * Makes PostgreSQL plan as if every table held a million rows, in seconds: some hundred rows like the present ones, and
 * as many pages, but the statistics of a million. A plan that reads a whole table is then as expensive as it would be.
 */
export async function pretendGrown(databaseUrl: string, rows: Record<string, number> = {}): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await dropForeignKeys(client)
    for (const table of await listTables(client)) {
      await fill(client, table, rows[table] ?? FILLED)
      await client.query(`ALTER TABLE "${table}" SET (autovacuum_enabled = false)`)
    }
    await client.query('VACUUM (ANALYZE)')
    await client.query(
      `SELECT pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
         'reltuples', $1::real, 'relallvisible', relallvisible)
       FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') AND relname !~ '^_prisma'`,
      [PRETENDED],
    )
  } finally {
    await client.end()
  }
}

/** How often each table was read from end to end, once all other connections have gone. */
export async function readScans(databaseUrl: string): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    // A connection reports its counters at its end.
    await client.query(`
      DO $$ BEGIN
        WHILE EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          AND backend_type = 'client backend') LOOP
          PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
        END LOOP;
      END $$`)
    const { rows } = await client.query<{ name: string; scans: string }>(
      'SELECT relname AS name, seq_scan AS scans FROM pg_stat_user_tables',
    )
    return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
  } finally {
    await client.end()
  }
}

/** The inserted rows refer to nothing. */
async function dropForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('alter table %s drop constraint %I', conrelid::regclass, conname) AS sql
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  for (const { sql } of rows) await client.query(sql)
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename !~ '^_prisma'`,
  )
  return rows.map(({ name }) => name)
}

async function fill(client: pg.Client, table: string, count: number): Promise<void> {
  const columns = await listColumns(client, table)
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `SELECT to_jsonb(t) AS row FROM "${table}" t LIMIT 1`,
  )
  const blank = Object.fromEntries(
    columns.filter(({ isNullable }) => !isNullable).map((column) => [column.name, blankOf(column)]),
  )
  const telling = columns
    .filter(({ name, isIndexed }) => isIndexed && !COMMON.test(name))
    .flatMap(({ name, type }) => {
      const value = tellingValue(type)
      return value ? [`'${name}', ${value}`] : []
    })
  const insert = (row: object, from: number, to: number) =>
    client.query(
      // A join: `(jsonb_populate_record(…)).*` would call it once for each column.
      `INSERT INTO "${table}" SELECT filled.* FROM generate_series($2::int, $3::int) AS n, LATERAL
         jsonb_populate_record(NULL::"${table}", $1::jsonb || jsonb_build_object(${telling.join(', ')})) AS filled
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(row), from, to],
    )
  await insert(rows[0]?.row ?? blank, 1, Math.min(count, FILLED))
  // Without words and lists, whose indexes are slow to fill.
  if (count > FILLED) await insert(blank, FILLED + 1, count)
}

async function listColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT attname AS name, format_type(atttypid, NULL) AS type, NOT attnotnull AS "isNullable",
       EXISTS (SELECT 1 FROM pg_index WHERE indrelid = attrelid AND attnum = ANY(indkey)) AS "isIndexed",
       (SELECT enumlabel FROM pg_enum WHERE enumtypid = atttypid ORDER BY enumsortorder LIMIT 1) AS label
     FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [`"${table}"`],
  )
  return rows
}

function blankOf({ type, label }: Column): unknown {
  if (label) return label
  if (type.endsWith('[]')) return []
  if (/int|numeric|real|double/.test(type)) return 0
  if (/timestamp|date/.test(type)) return '2026-01-01T00:00:00Z'
  if (type === 'boolean') return false
  if (type.startsWith('json')) return {}
  if (type === 'uuid') return '00000000-0000-0000-0000-000000000000'
  return ''
}

/** SQL for a value that differs in each row `n`. */
function tellingValue(type: string): string | null {
  if (type.endsWith('[]')) return null
  if (type === 'text' || type.startsWith('character')) return `'row ' || md5(n::text)`
  if (/bigint|integer|numeric/.test(type)) return '1000000 + n'
  if (type.startsWith('timestamp')) return `now() - n * interval '1 hour'`
  if (type === 'date') return `current_date - n`
  return type === 'uuid' ? 'md5(n::text)::uuid' : null
}
