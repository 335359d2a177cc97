import type { Database } from '@/lib/base/infra/database'

/** Above this, counting would read more than a monitor's question is worth. */
const EXACT_UP_TO = 10_000

/** Number of entries: counted while they are few, else PostgreSQL's own estimate. */
export async function countEntries(database: Database): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT CASE WHEN reltuples > ${EXACT_UP_TO} THEN reltuples::float8
      ELSE (SELECT count(*)::float8 FROM catalog_entries) END AS count
    FROM pg_class WHERE oid = 'catalog_entries'::regclass`
  return row?.count ?? 0
}
