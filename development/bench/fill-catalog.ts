import { type Database, sql } from '@/lib/base/infra/database'
import { countWords } from '@/lib/bazaar/ingest/index-documents'
import { importSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { markProminent } from '@/lib/bazaar/search/prominent'

/**
 * Fills an empty catalog with the real entries and with copies of them, each with its own host, path and words. Health
 * and use are spread over the copies, so that every filter and order has something to do.
 */
export async function fillCatalog(database: Database, size: number): Promise<void> {
  await importSnapshot(database, new Date())
  const indexes = await database.rows<{ name: string; definition: string }>(sql`
    SELECT indexname AS name, indexdef AS definition FROM pg_indexes
    WHERE tablename IN ('catalog_entries', 'catalog_documents') AND indexdef LIKE '%USING gin%'`)
  for (const { name } of indexes) await database.$executeRawUnsafe(`DROP INDEX ${name}`)
  const count = await database.catalogEntry.count()
  await insertCopies(database, Math.ceil(size / count) - 1)
  for (const { definition } of indexes) await database.$executeRawUnsafe(definition)
  await countWords(database)
  await database.execute(sql`VACUUM ANALYZE`)
  await markProminent(database)
  await database.execute(sql`VACUUM ANALYZE catalog_documents`)
}

async function insertCopies(database: Database, copies: number): Promise<void> {
  const host = sql`'n' || n || '.' || real.host`
  const key = sql`replace(real.key, real.host, ${host}) || '/' || n`
  const each = sql`generate_series(1, ${copies}::int) n, catalog_entries real`
  await database.execute(sql`
    INSERT INTO catalog_entries SELECT made.* FROM ${each}, jsonb_populate_record(real, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('catalog_entries', 'id')), 'key', ${key},
      'resource', replace(real.resource, real.host, ${host}) || '/' || n,
      'host', ${host}, 'host_group', 'n' || n || '.' || real.host_group,
      'description', real.description || ' variant' || n, 'prose_hash', real.prose_hash + n,
      'first_seen_at', real.first_seen_at - n * interval '1 minute',
      'last_updated_at', real.last_updated_at - n * interval '1 minute')) made
    WHERE real.host <> '' AND real.status = 'listed'`)
  const pairs = sql`${each} JOIN catalog_entries copy ON true`
  const isPair = sql`real.host !~ '^n[0-9]+[.]' AND copy.key = ${key}`
  await database.execute(sql`
    INSERT INTO catalog_payment_options SELECT made.* FROM ${pairs}
    JOIN catalog_payment_options option ON option.entry_id = real.id, jsonb_populate_record(option, jsonb_build_object(
      'id', nextval(pg_get_serial_sequence('catalog_payment_options', 'id')), 'entry_id', copy.id)) made
    WHERE ${isPair}`)
  await database.execute(sql`
    INSERT INTO catalog_documents SELECT made.* FROM ${pairs}
    JOIN catalog_documents document ON document.entry_id = real.id, jsonb_populate_record(document, jsonb_build_object(
      'entry_id', copy.id, 'key', copy.key, 'host', copy.host, 'host_group', copy.host_group,
      'prose_hash', copy.prose_hash, 'quality', document.quality * (0.6 + 0.4 * random()),
      'verification', (ARRAY['unverified', 'live', 'live', 'failing', 'dead'])[1 + n % 5],
      'organic_payers', n % 7, 'organic_count', n % 7 * 3, 'is_newcomer', false, 'is_suspect', false,
      'words', document.words || ('''variant' || n || ''':1300C')::tsvector || ('''n' || n || ''':479B')::tsvector,
      'first_seen_at', copy.first_seen_at, 'last_updated_at', copy.last_updated_at)) made
    WHERE ${isPair}`)
}
