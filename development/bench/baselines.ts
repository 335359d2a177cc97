import { type Database, Prisma } from '@/lib/base/infra/database'

const plainDocument = Prisma.sql`to_tsvector('english', coalesce(service_name, '') || ' ' || coalesce(name, '') || ' ' || regexp_replace(resource, '[/_.:-]+', ' ', 'g') || ' ' || coalesce(description, ''))`

/** Results of PostgreSQL's own ranking by any of the words. */
export async function plainFullText(database: Database, query: string) {
  const rows = await database.$queryRaw<{ key: string }[]>`
    WITH wanted AS (SELECT replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery AS query)
    SELECT key FROM catalog_entries, wanted WHERE ${plainDocument} @@ wanted.query
    ORDER BY ts_rank(${plainDocument}, wanted.query) DESC, key LIMIT 20`
  return { keys: rows.map(({ key }) => key), isWeak: rows.length === 0 }
}

/** Entries that contain most of the words unchanged. */
export async function substring(database: Database, query: string) {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => `%${word.replace(/[%_\\]/g, '')}%`)
  const rows = await database.$queryRaw<{ key: string }[]>`
    SELECT key FROM catalog_entries, LATERAL (SELECT count(*) AS hits FROM unnest(${words}::text[]) word
      WHERE lower(coalesce(service_name, '') || ' ' || coalesce(name, '') || ' ' || resource || ' ' || coalesce(description, '')) LIKE word) found
    WHERE hits > 0 ORDER BY hits DESC, key LIMIT 20`
  return { keys: rows.map(({ key }) => key), isWeak: rows.length === 0 }
}
