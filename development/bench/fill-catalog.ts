import type { Database } from '@/lib/base/infra/database'
import { countWords } from '@/lib/bazaar/ingest/index-documents'
import { importSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { markProminent } from '@/lib/bazaar/search/prominent'

/**
 * Fills an empty catalog with the real entries and with copies of them, each with its own host, path and words. Health
 * and use are spread over the copies, so that every filter and order has something to do.
 */
export async function fillCatalog(database: Database, size: number): Promise<void> {
  await importSnapshot(database, new Date())
  const started = performance.now()
  const [{ count } = { count: 1n }] = await database.$queryRaw<
    { count: bigint }[]
  >`SELECT count(*) FROM catalog_documents`
  const copies = Math.ceil(size / Number(count)) - 1
  const gin = ['catalog_documents_words_idx', 'catalog_documents_filters', 'catalog_entries_sketch_idx']
  for (const index of gin) await database.$executeRawUnsafe(`DROP INDEX ${index}`)
  for (let from = 1; from <= copies; from += 25) {
    const to = Math.min(copies, from + 24)
    await database.$executeRaw`
      INSERT INTO catalog_entries (key, type, resource, method, tool_name, host, host_group, x402_version, name, description, mime_type,
        service_name, tags, icon_url, input, output, extensions, metadata, problems, source, source_label, verification, status,
        sketch, prose_hash, first_seen_at, last_updated_at)
      SELECT replace(key, host, 'n' || n || '.' || host) || '/' || n, type, replace(resource, host, 'n' || n || '.' || host) || '/' || n, method, tool_name,
        'n' || n || '.' || host, 'n' || n || '.' || host_group, x402_version, name, description || ' variant' || n, mime_type, service_name, tags, icon_url,
        input, output, extensions, metadata, problems, source, source_label, verification, status, sketch, prose_hash + n,
        first_seen_at - n * interval '1 minute', last_updated_at - n * interval '1 minute'
      FROM catalog_entries, generate_series(${from}::int, ${to}::int) n WHERE host !~ '^n[0-9]+[.]' AND host <> '' AND status = 'listed'`
    await database.$executeRaw`
      INSERT INTO catalog_payment_options (entry_id, position, scheme, network, asset, amount_atomic, micro_dollars, pay_to, max_timeout_seconds, extra)
      SELECT made.id, option.position, option.scheme, option.network, option.asset, option.amount_atomic, option.micro_dollars,
        option.pay_to, option.max_timeout_seconds, option.extra
      FROM generate_series(${from}::int, ${to}::int) n, catalog_entries real
      JOIN catalog_payment_options option ON option.entry_id = real.id, catalog_entries made
      WHERE real.host !~ '^n[0-9]+[.]' AND made.key = replace(real.key, real.host, 'n' || n || '.' || real.host) || '/' || n`
    await database.$executeRaw`
      INSERT INTO catalog_documents (entry_id, key, type, method, host, host_group, networks, schemes, pay_tos, tags, extension_keys, micro_dollars,
        price_networks, min_micro_dollars, prose_hash, is_suspect, quality, is_newcomer, verification, organic_payers, organic_count,
        words, prose_length, path_length, last_updated_at, first_seen_at)
      SELECT made.id, made.key, real.type, real.method, made.host, made.host_group, real.networks, real.schemes, real.pay_tos, real.tags, real.extension_keys,
        real.micro_dollars, real.price_networks, real.min_micro_dollars, made.prose_hash, false, real.quality * (0.6 + 0.4 * random()), false,
        (ARRAY['unverified', 'live', 'live', 'failing', 'dead'])[1 + n % 5], n % 7, n % 7 * 3,
        real.words || ('''variant' || n || ''':1300C')::tsvector || ('''n' || n || ''':479B')::tsvector, real.prose_length + 1, real.path_length + 1, made.last_updated_at,
        made.first_seen_at
      FROM generate_series(${from}::int, ${to}::int) n, catalog_documents real
      JOIN catalog_entries entry ON entry.id = real.entry_id, catalog_entries made
      WHERE entry.host !~ '^n[0-9]+[.]' AND made.key = replace(entry.key, entry.host, 'n' || n || '.' || entry.host) || '/' || n`
  }
  const filled = performance.now()
  await database.$executeRaw`CREATE INDEX catalog_documents_words_idx ON catalog_documents USING gin (words)`
  await database.$executeRaw`CREATE INDEX catalog_documents_filters ON catalog_documents USING gin (networks, schemes, pay_tos, tags, extension_keys)`
  await database.$executeRaw`CREATE INDEX catalog_entries_sketch_idx ON catalog_entries USING gin (sketch)`
  const indexed = performance.now()
  await countWords(database)
  await database.$executeRaw`VACUUM ANALYZE`
  await markProminent(database)
  await database.$executeRaw`VACUUM ANALYZE catalog_documents`
  console.log(
    `== ${size} entries: filled in ${seconds(filled - started)}, indexes in ${seconds(indexed - filled)}, words counted and vacuumed in ${seconds(performance.now() - indexed)}`,
  )
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
