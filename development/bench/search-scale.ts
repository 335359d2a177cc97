import { readFile } from 'node:fs/promises'
import type { Database } from '@/lib/base/infra/database'
import { listEntries } from '@/lib/bazaar/browse/list-entries'
import { parseListing } from '@/lib/bazaar/ingest/parse-listing'
import { saveEntries } from '@/lib/bazaar/ingest/save-entries'
import { readSnapshot } from '@/lib/bazaar/ingest/snapshot'
import { searchEntries } from '@/lib/bazaar/search/search-entries'
import { fillCatalog } from './fill-catalog'
import { withDatabase } from './with-database'

/**
 * List and search over entries generated from the real ones: every copy has its own host, path and words. `npm run
 * bench -- search-scale 50000 1000000`. Prints latencies, the cost of saving an entry, disk and memory.
 */
const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0)
for (const size of sizes.length > 0 ? sizes : [50_000]) {
  await withDatabase(async (database) => {
    await fillCatalog(database, size)
    await report(database, size)
  })
}
process.exit()

async function report(database: Database, size: number) {
  const queries = (await readFile('prisma/seed/catalog/judged-searches.jsonl', 'utf8'))
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { query: string }).query)
  await timed('warm-up', queries, (query) => searchEntries(database, { query }), { isQuiet: true })
  const search = await timed('search', [...queries, ...queries], (query) => searchEntries(database, { query }))
  await timed('typing', queries.map(beginningOf), (query) => searchEntries(database, { query }))
  const narrow: Record<string, string>[] = [
    { network: 'solana:*' },
    { type: 'http' },
    { scheme: 'exact', network: 'eip155:8453' },
    { maxUsdPrice: '0.005' },
  ]
  const narrowed = queries.map((query, index) => ({ query, ...narrow[index % narrow.length] }))
  await timed('filtered', narrowed, (parameters) => searchEntries(database, parameters))
  const filters = [
    {},
    { offset: '5000' },
    { network: 'solana:*' },
    { network: 'tron:*' },
    { type: 'mcp' },
    { scheme: 'upto' },
    { type: 'http', limit: '100' },
  ]
  const list = await timed(
    'list',
    Array.from({ length: 70 }, (_, index) => filters[index % filters.length] as Record<string, string>),
    (parameters) => listEntries(database, parameters),
  )
  await upsertCost(database)
  const [disk] = await database.$queryRaw<{ entries: string; documents: string; words: string; total: string }[]>`
    SELECT pg_size_pretty(pg_total_relation_size('catalog_entries')) AS entries, pg_size_pretty(pg_total_relation_size('catalog_documents')) AS documents,
      pg_size_pretty(pg_total_relation_size('catalog_documents_words_idx')) AS words, pg_size_pretty(pg_database_size(current_database())) AS total`
  console.log(
    `   disk: entries ${disk?.entries}, documents ${disk?.documents} (word index ${disk?.words}), database ${disk?.total}; this process ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )
  const budget = size > 100_000 ? 250 : 100
  console.log(
    `   ${search <= budget ? 'within' : 'OVER'} the search budget of ${budget} ms at p95 (${search.toFixed(1)}); list p95 ${list.toFixed(1)} ms\n`,
  )
}

/** A search while its last word is being typed. */
function beginningOf(query: string): string {
  return query.slice(0, Math.max(3, query.length - 3))
}

async function timed<Item>(
  name: string,
  items: Item[],
  run: (item: Item) => Promise<unknown>,
  { isQuiet = false } = {},
): Promise<number> {
  const times: { ms: number; item: Item }[] = []
  for (const item of items) {
    const started = performance.now()
    await run(item)
    times.push({ ms: performance.now() - started, item })
  }
  times.sort((a, b) => a.ms - b.ms)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]?.ms ?? 0
  if (!isQuiet) {
    console.log(
      `   ${name.padEnd(8)} p50 ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms over ${items.length}`,
    )
    for (const { ms, item } of times.slice(-4)) console.log(`      ${ms.toFixed(0)} ms ${JSON.stringify(item)}`)
  }
  return at(0.95)
}

async function upsertCost(database: Database) {
  const rows = (await readSnapshot()).slice(0, 400)
  const drafts = rows.flatMap((row, index) => {
    const parsed = parseListing({ ...row, resource: `https://fresh${index}.example.org/${index}` })
    return parsed.ok ? [parsed.draft] : []
  })
  const provenance = { source: 'probed' as const, sourceLabel: 'bench', verification: 'live' as const }
  for (const name of ['insert', 'update']) {
    const single = performance.now()
    for (const draft of drafts.slice(0, 50)) await saveEntries(database, [{ draft, provenance }], new Date())
    const perOne = (performance.now() - single) / 50
    const batch = performance.now()
    await saveEntries(
      database,
      drafts.slice(50, 250).map((draft) => ({ draft, provenance })),
      new Date(),
    )
    console.log(
      `   ${name}: ${perOne.toFixed(1)} ms an entry alone, ${((performance.now() - batch) / 200).toFixed(2)} ms in batches of 200`,
    )
  }
}
