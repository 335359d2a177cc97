import type { Database } from '@/lib/base/infra/database'

/** A table's size now, with its indexes. `rows` is the database's own estimate, null before it has made one. */
export type TableSize = { table: string; rows: number | null; bytes: number }

/** The largest tables of this database, largest first. Counts no rows. */
export async function readTableSizes(database: Database, limit: number): Promise<TableSize[]> {
  const found = await database.$queryRaw<(Omit<TableSize, 'rows'> & { rows: number })[]>`
    SELECT relname AS "table", reltuples::float8 AS rows, pg_total_relation_size(oid)::float8 AS bytes
    FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace
    ORDER BY bytes DESC LIMIT ${limit}`
  return found.map(({ rows, ...size }) => ({ ...size, rows: rows < 0 ? null : rows }))
}
