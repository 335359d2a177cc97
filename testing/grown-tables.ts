import pg from 'pg'

/** Rows that really are put into each table; enough for the planner to see which columns tell rows apart. */
const FILLED = 300
const PRETENDED = 1_000_000

/** Few values, however many rows. */
const COMMON = /^(network|scheme|asset|state|status|kind|type|verification|source|method|audience|scope|act)$/

type Column = { name: string; type: string; isIndexed: boolean; isNullable: boolean; label: string | null }

/**
 * Has PostgreSQL plan as if every table held a million rows, in seconds: some hundred rows like those that are there,
 * and as many pages, but the statistics of a million. A plan that reads a whole table is then as dear as it would be.
 */
export async function pretendGrown(databaseUrl: string, rows: Record<string, number> = {}): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await dropForeignKeys(client)
    for (const table of await listTables(client)) {
      await fill(client, table, rows[table] ?? FILLED)
      await client.query(`alter table "${table}" set (autovacuum_enabled = false)`)
    }
    await client.query('vacuum (analyze)')
    await client.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', relname::text, 'relpages', relpages,
         'reltuples', $1::real, 'relallvisible', relallvisible)
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and relname !~ '^_prisma'`,
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
    // What a connection has counted is told when it ends.
    await client.query(`
      do $$ begin
        while exists (select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and backend_type = 'client backend') loop
          perform pg_sleep(0.01), pg_stat_clear_snapshot();
        end loop;
      end $$`)
    const { rows } = await client.query<{ name: string; scans: string }>(
      'select relname as name, seq_scan as scans from pg_stat_user_tables',
    )
    return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
  } finally {
    await client.end()
  }
}

/** Rows are put in that refer to nothing. */
async function dropForeignKeys(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as sql
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { sql } of rows) await client.query(sql)
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^_prisma'`,
  )
  return rows.map(({ name }) => name)
}

async function fill(client: pg.Client, table: string, count: number): Promise<void> {
  const columns = await listColumns(client, table)
  const { rows } = await client.query<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from "${table}" t limit 1`,
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
      `insert into "${table}" select filled.* from generate_series($2::int, $3::int) as n, lateral
         jsonb_populate_record(null::"${table}", $1::jsonb || jsonb_build_object(${telling.join(', ')})) as filled
       on conflict do nothing`,
      [JSON.stringify(row), from, to],
    )
  await insert(rows[0]?.row ?? blank, 1, Math.min(count, FILLED))
  // Without words and lists, whose indexes are slow to fill.
  if (count > FILLED) await insert(blank, FILLED + 1, count)
}

async function listColumns(client: pg.Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, null) as type, not attnotnull as "isNullable",
       exists (select 1 from pg_index where indrelid = attrelid and attnum = any(indkey)) as "isIndexed",
       (select enumlabel from pg_enum where enumtypid = atttypid order by enumsortorder limit 1) as label
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
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

/** SQL for a value that is another one in each row `n`. */
function tellingValue(type: string): string | null {
  if (type.endsWith('[]')) return null
  if (type === 'text' || type.startsWith('character')) return `'row ' || md5(n::text)`
  if (/bigint|integer|numeric/.test(type)) return '1000000 + n'
  if (type.startsWith('timestamp')) return `now() - n * interval '1 hour'`
  if (type === 'date') return `current_date - n`
  return type === 'uuid' ? 'md5(n::text)::uuid' : null
}
