import type { CatalogEntry, CatalogPaymentOption } from '@/lib/infra/generated/prisma/client'
import type { DatabaseTransaction } from '@/lib/infra/database'
import { documentWords, toTsvector, type DocumentWords } from '../search/document-words'
import { findSuspicions } from './find-suspicions'
import { isNewcomer, isSuspect, quality, type QualitySignals } from './quality'
import { payToIdentity } from '../entry/pay-to-identity'
import { isObject } from '../entry/sanitise'
import { embeddingText, hashText } from './embedding-text'
import { stem } from '../search/tokenize'

type Entry = CatalogEntry & { options: CatalogPaymentOption[] }

/** Entries of one host with the same prose from this many on: the prose is boilerplate, and only the first keeps it. */
const BOILERPLATE_ON_A_HOST = 8
/** The same for one directory, whose own filler text stands in for descriptions. */
const BOILERPLATE_OF_A_SOURCE = 20

/**
 * Makes entries findable, or takes them out of the index when they are not listed. A document holds what list and
 * search need and nothing else. Safe to repeat.
 * @param isTrusted the source is the project's own snapshot, which is not searched for copies
 */
export async function indexDocuments(
  tx: DatabaseTransaction,
  entryIds: bigint[],
  now: Date,
  { isTrusted = false } = {},
): Promise<void> {
  if (entryIds.length === 0) return
  const alsoSuspect = isTrusted ? [] : await findSuspicions(tx, entryIds)
  const ids = [...new Set([...entryIds, ...alsoSuspect])]
  const entries = await tx.catalogEntry.findMany({
    where: { id: { in: ids } },
    include: { options: { orderBy: { position: 'asc' } } },
  })
  const listed = entries.filter(({ status }) => status === 'listed')
  const unlisted = entries.filter(({ status }) => status !== 'listed').map(({ id }) => id)
  if (unlisted.length > 0) await tx.$executeRaw`delete from catalog_documents where entry_id = any(${unlisted})`
  if (listed.length === 0) return
  const boilerplate = await findBoilerplate(tx, listed)
  const documents = listed.map((entry) => {
    const isBoilerplate = boilerplate.has(entry.id)
    const textHash = hashText(embeddingText(entry, { isBoilerplate }))
    return { entry, words: wordsOf(entry, isBoilerplate), textHash }
  })
  await writeDocuments(tx, documents, now)
  await learnWords(tx, documents, now)
}

function wordsOf(entry: Entry, isBoilerplate: boolean): DocumentWords {
  const asObject = (value: unknown) => (isObject(value) ? value : null)
  return documentWords(
    {
      ...entry,
      input: asObject(entry.input),
      output: asObject(entry.output),
      metadata: asObject(entry.metadata) ?? {},
    },
    { isBoilerplate },
  )
}

/** Entries whose prose is repeated so often that it describes none of them; the oldest of each group is not among them. */
export async function findBoilerplate(tx: DatabaseTransaction, entries: CatalogEntry[]): Promise<Set<bigint>> {
  const hashes = entries.map(({ proseHash }) => proseHash).filter((hash): hash is bigint => hash !== null)
  if (hashes.length === 0) return new Set()
  const groups = await tx.$queryRaw<
    { prose_hash: bigint; host_group: string | null; source_label: string | null; first: bigint }[]
  >`
    select prose_hash, host_group, null as source_label, min(id) as first from catalog_entries
      where prose_hash = any(${hashes}) group by 1, 2 having count(*) >= ${BOILERPLATE_ON_A_HOST}
    union all
    select prose_hash, null, source_label, min(id) from catalog_entries
      where prose_hash = any(${hashes}) and source = 'imported' group by 1, 3 having count(*) >= ${BOILERPLATE_OF_A_SOURCE}`
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

async function writeDocuments(
  tx: DatabaseTransaction,
  documents: { entry: Entry; words: DocumentWords; textHash: bigint }[],
  now: Date,
): Promise<void> {
  const rows = documents.map(({ entry, words, textHash }) => ({
    ...documentRow(entry, words, now),
    text_hash: textHash,
  }))
  await tx.$executeRaw`
    insert into catalog_documents (entry_id, key, type, method, host, host_group, networks, schemes, pay_tos, tags, extension_keys,
      micro_dollars, price_networks, min_micro_dollars, prose_hash, is_suspect, quality, is_newcomer,
      verification, organic_payers, organic_count, words, prose_length, path_length, text_hash, last_updated_at, first_seen_at)
    select entry_id, key, type, method, host, host_group, networks, schemes, pay_tos, tags, extension_keys,
      micro_dollars, price_networks, min_micro_dollars, prose_hash, is_suspect, quality, is_newcomer,
      verification, organic_payers, organic_count, words::tsvector, prose_length, path_length, text_hash, last_updated_at, first_seen_at
    from jsonb_to_recordset(${JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? value.toString() : value))}::jsonb) as row(
      entry_id bigint, key text, type text, method text, host text, host_group text, networks text[], schemes text[], pay_tos text[],
      tags text[], extension_keys text[], micro_dollars bigint[], price_networks text[], min_micro_dollars bigint,
      prose_hash bigint, is_suspect bool, quality real, is_newcomer bool, verification text,
      organic_payers int, organic_count int, words text, prose_length int, path_length int, text_hash bigint, last_updated_at timestamptz,
      first_seen_at timestamptz)
    on conflict (entry_id) do update set
      networks = excluded.networks, schemes = excluded.schemes, pay_tos = excluded.pay_tos, tags = excluded.tags,
      extension_keys = excluded.extension_keys, micro_dollars = excluded.micro_dollars, price_networks = excluded.price_networks,
      min_micro_dollars = excluded.min_micro_dollars, prose_hash = excluded.prose_hash, is_suspect = excluded.is_suspect,
      quality = excluded.quality, is_newcomer = excluded.is_newcomer, verification = excluded.verification,
      organic_payers = excluded.organic_payers, organic_count = excluded.organic_count, words = excluded.words,
      prose_length = excluded.prose_length, path_length = excluded.path_length, text_hash = excluded.text_hash, last_updated_at = excluded.last_updated_at`
}

function documentRow(entry: Entry, words: DocumentWords, now: Date) {
  const priced = entry.options.filter((option) => option.microDollars !== null)
  const prices = priced.map((option) => option.microDollars ?? 0n)
  const signals = qualitySignalsOf(entry)
  return {
    entry_id: entry.id,
    key: entry.key,
    type: entry.type,
    method: entry.method,
    host: entry.host,
    host_group: entry.hostGroup,
    networks: distinct(entry.options.map((option) => option.network)),
    schemes: distinct(entry.options.map((option) => option.scheme)),
    pay_tos: distinct(
      entry.options.flatMap((option) => (option.payTo === null ? [] : [payToIdentity(option.network, option.payTo)])),
    ),
    tags: distinct(entry.tags.map((tag) => tag.toLowerCase())),
    extension_keys: isObject(entry.extensions) ? Object.keys(entry.extensions).slice(0, 20) : [],
    micro_dollars: prices,
    price_networks: priced.map((option) => option.network),
    min_micro_dollars: prices.length === 0 ? null : prices.reduce((low, price) => (price < low ? price : low)),
    prose_hash: entry.proseHash,
    is_suspect: isSuspect(signals),
    quality: quality(signals),
    is_newcomer: isNewcomer(signals, now),
    verification: entry.verification,
    organic_payers: entry.organicPayers,
    organic_count: entry.organicCount,
    words: toTsvector(words),
    prose_length: [...words.positions.values()].flat().filter(({ field }) => field === 'C').length,
    path_length: words.pathLength,
    last_updated_at: entry.lastUpdatedAt,
    first_seen_at: entry.firstSeenAt,
  }
}

const distinct = (values: string[]): string[] => [...new Set(values)]

/** What is known of an entry beside its words. */
export function qualitySignalsOf(entry: Entry): QualitySignals {
  return {
    ...entry,
    hasDescription: entry.description !== null,
    hasPrice: entry.options.some((option) => option.amountAtomic !== null),
    hasSchema: entry.input !== null,
  }
}

/**
 * New words join the vocabulary at once. Those of entries that have not proved themselves join with no weight: they
 * can be found, but a misspelling that somebody plants does not pass for a word. Counting comes now and then.
 */
async function learnWords(
  tx: DatabaseTransaction,
  documents: { entry: Entry; words: DocumentWords }[],
  now: Date,
): Promise<void> {
  const frequencies = new Map<string, number>()
  for (const { entry, words } of documents) {
    const signals = qualitySignalsOf(entry)
    const frequency = isSuspect(signals) || isNewcomer(signals, now) ? 0 : 1
    for (const word of words.words)
      if (word.length > 1) frequencies.set(word, Math.max(frequency, frequencies.get(word) ?? 0))
  }
  const rows = [...frequencies.keys()].sort().map((word) => ({
    word,
    stem: stem(word),
    frequency: frequencies.get(word),
    initial: word.slice(0, 1),
    length: word.length,
  }))
  await tx.$executeRaw`
    insert into catalog_words as known (word, stem, frequency, initial, length)
    select word, stem, frequency, initial, length
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(word text, stem text, frequency int, initial text, length int)
    on conflict (word) do update set frequency = excluded.frequency where known.frequency = 0 and excluded.frequency > 0`
}

/** Counts how many proven entries hold each stem. Search weighs words by it; a stale count only shifts weights a little. */
export async function countWords(database: DatabaseTransaction): Promise<void> {
  await database.$executeRaw`
    update catalog_words word set frequency = counted.ndoc
    from ts_stat('select words from catalog_documents where not is_suspect and not is_newcomer') counted
    where counted.word = word.stem and word.frequency is distinct from counted.ndoc`
}
