import { type Database, Prisma } from '@/lib/infra/database'

const plainDocument = Prisma.sql`to_tsvector('english', coalesce(service_name, '') || ' ' || coalesce(name, '') || ' ' || regexp_replace(resource, '[/_.:-]+', ' ', 'g') || ' ' || coalesce(description, ''))`

/** What PostgreSQL's own ranking of any of the words finds. */
export async function plainFullText(database: Database, query: string) {
  const rows = await database.$queryRaw<{ key: string }[]>`
    with wanted as (select replace(plainto_tsquery('english', ${query})::text, '&', '|')::tsquery as query)
    select key from catalog_entries, wanted where ${plainDocument} @@ wanted.query
    order by ts_rank(${plainDocument}, wanted.query) desc, key limit 20`
  return { keys: rows.map(({ key }) => key), isWeak: rows.length === 0 }
}

/** Entries that hold most of the words as they are written. */
export async function substring(database: Database, query: string) {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .map((word) => `%${word.replace(/[%_\\]/g, '')}%`)
  const rows = await database.$queryRaw<{ key: string }[]>`
    select key from catalog_entries, lateral (select count(*) as hits from unnest(${words}::text[]) word
      where lower(coalesce(service_name, '') || ' ' || coalesce(name, '') || ' ' || resource || ' ' || coalesce(description, '')) like word) found
    where hits > 0 order by hits desc, key limit 20`
  return { keys: rows.map(({ key }) => key), isWeak: rows.length === 0 }
}
