import { type Database, type DatabaseTransaction, pick, sql } from '@/lib/base/infra/database'
import type { CatalogEntry } from '@/lib/base/infra/generated/prisma/client'
import { isRecord } from '@/lib/base/x402/header-codec'
import { payToIdentity } from '../entry/entry-key'
import { type DocumentWords, documentWords, toTsvector } from '../search/document-words'
import { stem } from '../search/tokenize'
import { excludedSql, insertSql, inTransaction } from './catalog-sql'
import { isNewcomer, isSuspect, markSuspicions, quality, type RankedEntry, trust } from './quality'

/** From this many entries of one host with the same prose on, the prose is boilerplate, and only the first keeps it. */
const BOILERPLATE_ON_A_HOST = 8
/** The same for one directory, which fills in its own text for missing descriptions. */
const BOILERPLATE_OF_A_SOURCE = 20
/** Values that a document has as long as its entry exists. */
const KEPT = ['entryId', 'key', 'type', 'method', 'host', 'hostGroup', 'firstSeenAt']

/**
 * Makes entries findable, or removes them from the index when they are not listed. A document holds only what list and
 * search need. Safe to repeat.
 */
export async function indexDocuments(tx: DatabaseTransaction, entryIds: bigint[], now: Date): Promise<void> {
  if (entryIds.length === 0) return
  const changed = await markSuspicions(tx, entryIds, now)
  const ids = [...new Set([...entryIds, ...changed])]
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: ids } },
    include: { options: { orderBy: { position: 'asc' } } },
  })
  const listed = entries.filter(({ status }) => status === 'listed')
  const unlisted = entries.filter(({ status }) => status !== 'listed').map(({ id }) => id)
  if (unlisted.length > 0)
    await tx.execute(sql`
      WITH held AS (SELECT entry_id FROM catalog_documents WHERE entry_id = ANY(${unlisted}) ORDER BY entry_id FOR UPDATE)
      DELETE FROM catalog_documents document USING held WHERE document.entry_id = held.entry_id`)
  if (listed.length === 0) return
  const boilerplate = await findBoilerplate(tx, listed)
  const documents = listed.map((entry) => {
    const isBoilerplate = boilerplate.has(entry.id)
    const words = documentWords(entry, { isBoilerplate })
    return { words, row: { ...documentRow(entry, words), ...rankingOf(entry, now) } }
  })
  const rows = documents.map(({ row }) => row)
  const renewed = Object.keys(rows[0] ?? {}).filter((field) => !KEPT.includes(field))
  await tx.execute(
    sql`${insertSql('catalog_documents', rows)} ON CONFLICT (entry_id) DO UPDATE SET ${excludedSql<Record<string, unknown>>(...renewed)}`,
  )
  await learnWords(tx, documents)
}

/** Entries whose prose is repeated so often that it describes none of them, without the oldest of each group. */
async function findBoilerplate(tx: DatabaseTransaction, entries: CatalogEntry[]): Promise<Set<bigint>> {
  const hashes = entries.map(({ proseHash }) => proseHash).filter((hash): hash is bigint => hash !== null)
  if (hashes.length === 0) return new Set()
  const groups = await tx.rows<{
    prose_hash: bigint
    host_group: string | null
    source_label: string | null
    first: bigint
  }>(sql`
    SELECT prose_hash, host_group, NULL AS source_label, min(id) AS first FROM catalog_entries
      WHERE prose_hash = ANY(${hashes}) GROUP BY 1, 2 HAVING count(*) >= ${BOILERPLATE_ON_A_HOST}
    UNION ALL
    SELECT prose_hash, NULL, source_label, min(id) FROM catalog_entries
      WHERE prose_hash = ANY(${hashes}) AND source = 'imported' GROUP BY 1, 3 HAVING count(*) >= ${BOILERPLATE_OF_A_SOURCE}`)
  const isRepeated = (entry: CatalogEntry) =>
    groups.some(
      (group) =>
        group.prose_hash === entry.proseHash &&
        (group.host_group === entry.hostGroup ||
          (group.source_label === entry.sourceLabel && entry.source === 'imported')) &&
        (group.host_group === null || group.first !== entry.id),
    )
  return new Set(entries.filter(isRepeated).map(({ id }) => id))
}

function documentRow(entry: RankedEntry, words: DocumentWords) {
  const { options } = entry
  const priced = options.filter((option) => option.microDollars !== null)
  const prices = priced.map((option) => option.microDollars ?? 0n)
  const payTos = options.flatMap(({ network, payTo }) => (payTo === null ? [] : [payToIdentity(network, payTo)]))
  return {
    entryId: entry.id,
    ...pick(entry, 'key', 'type', 'method', 'host', 'hostGroup', 'x402Version', 'proseHash'),
    ...pick(entry, 'lastUpdatedAt', 'firstSeenAt'),
    networks: distinct(options.map((option) => option.network)),
    schemes: distinct(options.map((option) => option.scheme)),
    payTos: distinct(payTos),
    tags: distinct(entry.tags.map((tag) => tag.toLowerCase())),
    extensionKeys: isRecord(entry.extensions) ? Object.keys(entry.extensions).slice(0, 20) : [],
    microDollars: prices,
    priceNetworks: priced.map((option) => option.network),
    minMicroDollars: prices.length === 0 ? null : prices.reduce((low, price) => (price < low ? price : low)),
    words: toTsvector(words),
    proseLength: [...words.positions.values()].flat().filter(({ field }) => field === 'C').length,
    pathLength: words.pathLength,
  }
}

export const rankingOf = (entry: RankedEntry, now: Date) => ({
  ...pick(entry, 'verification', 'organicPayers', 'organicCount'),
  quality: quality(entry),
  isSuspect: isSuspect(entry),
  trust: trust(entry, now),
  isNewcomer: isNewcomer(entry, now),
})

const distinct = (values: string[]): string[] => [...new Set(values)]

/**
 * New words join the vocabulary at once. Words of entries that have not proved themselves join with no weight: they can
 * be found, but a planted misspelling does not pass for a word. `countWords` counts them later.
 */
async function learnWords(
  tx: DatabaseTransaction,
  documents: { words: DocumentWords; row: { isSuspect: boolean; isNewcomer: boolean } }[],
): Promise<void> {
  const frequencies = new Map<string, number>()
  for (const { words, row } of documents) {
    const frequency = row.isSuspect || row.isNewcomer ? 0 : 1
    for (const word of words.words)
      if (word.length > 1) frequencies.set(word, Math.max(frequency, frequencies.get(word) ?? 0))
  }
  // One order for all writers, so that two of them seldom wait for each other.
  const rows = [...frequencies]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([word, frequency]) => ({ word, stem: stem(word), frequency, initial: word.slice(0, 1), length: word.length }))
  await tx.execute(sql`
    ${insertSql('catalog_words', rows)}
    ON CONFLICT (word) DO UPDATE SET frequency = EXCLUDED.frequency WHERE known.frequency = 0 AND EXCLUDED.frequency > 0`)
}

/** Counts the proven entries that hold each stem, by which search weighs words; a stale count does little harm. */
export async function countWords(database: DatabaseTransaction): Promise<void> {
  await database.execute(sql`
    WITH held AS (
      SELECT word.word, counted.ndoc FROM catalog_words word
      JOIN ts_stat('SELECT words FROM catalog_documents WHERE NOT is_suspect AND NOT is_newcomer') counted
        ON counted.word = word.stem AND word.frequency IS DISTINCT FROM counted.ndoc
      ORDER BY word.word COLLATE "C" FOR NO KEY UPDATE OF word)
    UPDATE catalog_words word SET frequency = held.ndoc FROM held WHERE word.word = held.word`)
}

const BATCH = 100
const MOST_BATCHES = 10
const AGAIN_MS = 86_400_000

/**
 * Ranks entries again that were not ranked for a day: youth and recent changes end with time, and farms by what other
 * entries do. Several instances share the work. Returns their number.
 */
export async function rankAgain(database: Database, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - AGAIN_MS)
  let ranked = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const some = await inTransaction(database, async (tx) => {
      const due = await tx.rows<{ id: bigint }>(sql`
        SELECT id FROM catalog_entries WHERE id IN (
          (SELECT id FROM catalog_entries WHERE looked_at IS NULL AND status = 'listed' LIMIT ${BATCH})
          UNION
          (SELECT id FROM catalog_entries WHERE looked_at <= ${dayAgo} AND status = 'listed' ORDER BY looked_at LIMIT ${BATCH})
        ) ORDER BY id LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED`)
      const ids = due.map(({ id }) => id)
      await indexDocuments(tx, ids, now)
      return ids.length
    })
    ranked += some
    if (some < BATCH) break
  }
  return ranked
}
