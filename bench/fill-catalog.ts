import { countWords } from '@/lib/catalog/ingest/index-documents'
import { importSnapshot } from '@/lib/catalog/ingest/snapshot'
import type { Database } from '@/lib/infra/database'

/**
 * Fills an empty catalog with the real entries and with copies of them, each with a host, a path and words of its own.
 * Health and use are spread over the copies, so that every way to narrow and sort has something to do.
 */
export async function fillCatalog(database: Database, size: number): Promise<void> {
  await importSnapshot(database, new Date())
  const started = performance.now()
  const [{ count } = { count: 1n }] = await database.$queryRaw<
    { count: bigint }[]
  >`select count(*) from catalog_documents`
  const copies = Math.ceil(size / Number(count)) - 1
  const gin = ['catalog_documents_words_idx', 'catalog_documents_filters', 'catalog_entries_sketch_idx']
  for (const index of gin) await database.$executeRawUnsafe(`drop index ${index}`)
  for (let from = 1; from <= copies; from += 25) {
    const to = Math.min(copies, from + 24)
    await database.$executeRaw`
      insert into catalog_entries (key, type, resource, method, tool_name, host, host_group, x402_version, name, description, mime_type,
        service_name, tags, icon_url, input, output, extensions, metadata, problems, source, source_label, verification, status, suspicions,
        sketch, prose_hash, first_seen_at, last_updated_at)
      select replace(key, host, 'n' || n || '.' || host) || '/' || n, type, replace(resource, host, 'n' || n || '.' || host) || '/' || n, method, tool_name,
        'n' || n || '.' || host, 'n' || n || '.' || host_group, x402_version, name, description || ' variant' || n, mime_type, service_name, tags, icon_url,
        input, output, extensions, metadata, problems, source, source_label, verification, status, suspicions, sketch, prose_hash + n,
        first_seen_at - n * interval '1 minute', last_updated_at - n * interval '1 minute'
      from catalog_entries, generate_series(${from}::int, ${to}::int) n where host !~ '^n[0-9]+[.]' and host <> '' and status = 'listed'`
    await database.$executeRaw`
      insert into catalog_payment_options (entry_id, position, scheme, network, asset, amount_atomic, micro_dollars, pay_to, max_timeout_seconds, extra)
      select made.id, option.position, option.scheme, option.network, option.asset, option.amount_atomic, option.micro_dollars,
        option.pay_to, option.max_timeout_seconds, option.extra
      from generate_series(${from}::int, ${to}::int) n, catalog_entries real
      join catalog_payment_options option on option.entry_id = real.id, catalog_entries made
      where real.host !~ '^n[0-9]+[.]' and made.key = replace(real.key, real.host, 'n' || n || '.' || real.host) || '/' || n`
    await database.$executeRaw`
      insert into catalog_documents (entry_id, key, type, method, host, host_group, networks, schemes, pay_tos, tags, extension_keys, micro_dollars,
        price_networks, min_micro_dollars, prose_hash, is_suspect, quality, is_newcomer, verification, organic_payers, organic_count,
        words, prose_length, path_length, last_updated_at, first_seen_at)
      select made.id, made.key, real.type, real.method, made.host, made.host_group, real.networks, real.schemes, real.pay_tos, real.tags, real.extension_keys,
        real.micro_dollars, real.price_networks, real.min_micro_dollars, made.prose_hash, false, real.quality * (0.6 + 0.4 * random()), false,
        (array['unverified', 'live', 'live', 'failing', 'dead'])[1 + n % 5], n % 7, n % 7 * 3,
        real.words || ('''variant' || n || ''':1300C')::tsvector || ('''n' || n || ''':479B')::tsvector, real.prose_length + 1, real.path_length + 1, made.last_updated_at,
        made.first_seen_at
      from generate_series(${from}::int, ${to}::int) n, catalog_documents real
      join catalog_entries entry on entry.id = real.entry_id, catalog_entries made
      where entry.host !~ '^n[0-9]+[.]' and made.key = replace(entry.key, entry.host, 'n' || n || '.' || entry.host) || '/' || n`
  }
  const filled = performance.now()
  await database.$executeRaw`create index catalog_documents_words_idx on catalog_documents using gin (words)`
  await database.$executeRaw`create index catalog_documents_filters on catalog_documents using gin (networks, schemes, pay_tos, tags, extension_keys)`
  await database.$executeRaw`create index catalog_entries_sketch_idx on catalog_entries using gin (sketch)`
  const indexed = performance.now()
  await countWords(database)
  await database.$executeRaw`vacuum analyze`
  console.log(
    `== ${size} entries: filled in ${seconds(filled - started)}, indexes in ${seconds(indexed - filled)}, words counted and vacuumed in ${seconds(performance.now() - indexed)}`,
  )
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
