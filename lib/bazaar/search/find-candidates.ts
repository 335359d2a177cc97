import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { type Filters, filterSql, setParameters } from '../browse/filters'
import { lowestPriceSql, type PriceLimit, priceSql } from '../browse/price-sql'
import type { WordField } from './document-words'
import { isLarge, PROMINENT_ENTRIES } from './prominent'
import type { Places, WeightedConcept } from './score'

export type Candidate = {
  entryId: bigint
  key: string
  type: string
  /** Millionths of a dollar, on the wanted networks; null when unknown. */
  lowestPrice: bigint | null
  hostGroup: string
  proseLength: number
  pathLength: number
  quality: number
  isNewcomer: boolean
  isSuspect: boolean
  /** Factor of its score while its terms are new. */
  trust: number
  firstSeenAt: Date
  organicPayers: number
  organicCount: number
  /** Its words as PostgreSQL writes them: `'coin':7B 'weather':3A,1010C`. */
  words: string
}

export type CandidateQuery = {
  concepts: WeightedConcept[]
  frequencyOf: (stem: string) => number
  total: number
  filters: Filters
  price: PriceLimit | null
}

/** Most entries that are weighed among the prominent ones of a large catalog, and among the others. */
const MAX_PROMINENT = 1_500
const MAX_OTHERS = 1_000
/** After finding this many there, the rest of a large catalog is not searched. */
const ENOUGH = 50
export const MOST_CANDIDATES = 400
const WEIGHED = 3_000
/** A concept held by no more entries than this is always worth reading. */
const RARE = 1_500

/**
 * Entries that may answer a search. The rarest concepts that bound the number decide which rows are read; the database
 * takes the best of them by the weight of the concepts they match; the score is computed from those.
 * @param prominent how many entries are marked as prominent
 */
export async function findCandidates(
  database: Database,
  query: CandidateQuery,
  { prominent = PROMINENT_ENTRIES } = {},
): Promise<Candidate[]> {
  const { concepts, filters, price } = query
  const where = sql`${filterSql(filters)} AND ${priceSql(price, filters.network)}`
  const isNarrowed = price !== null || setParameters(filters).size > 0
  // Only without limits is it one text for all searches.
  const write = isNarrowed ? sql : sql.named
  return database.rows<Candidate>(write`
    SELECT document.entry_id AS "entryId", document.key, document.type, document.host_group AS "hostGroup",
      document.prose_length AS "proseLength", document.path_length AS "pathLength", document.quality,
      document.is_newcomer AS "isNewcomer", document.is_suspect AS "isSuspect", document.trust,
      document.first_seen_at AS "firstSeenAt", document.organic_payers AS "organicPayers", document.organic_count AS "organicCount",
      ${lowestPriceSql(filters.network)} AS "lowestPrice", document.words::text AS words
    FROM (${concepts.length === 0 ? bestSql(where) : matchSql(query, where, prominent)}) document`)
}

const bestSql = (where: Sql) =>
  sql`SELECT * FROM catalog_documents document WHERE ${where} ORDER BY quality DESC, entry_id LIMIT ${MOST_CANDIDATES}`

function matchSql({ concepts, frequencyOf, total }: CandidateQuery, where: Sql, prominent: number): Sql {
  const weights = concepts.map(({ rarity }) => rarity)
  const queries = concepts.map((concept) => toQuery(concept))
  // The planner takes any words to be few where it cannot see them, and reads their index. It would rather read the
  // whole table, and does not know how far away its words are stored. OFFSET: what words leave says sooner what fits
  // than the indexes of filters, of which much is read.
  const weighed = (driver: string, part: Sql, most: number, first = sql`OFFSET 0`) => sql`
    SELECT document.*, document.quality + (SELECT sum(weight) FROM unnest(${weights}::float8[], ${queries}::tsquery[])
      concept(weight, query) WHERE document.words @@ concept.query) AS weight
    FROM (SELECT * FROM catalog_documents document WHERE document.words @@ (SELECT ${driver}::tsquery) ${part} ${first}) document
    WHERE ${where} LIMIT ${most}`
  const sized = sizeConcepts(concepts, frequencyOf)
  const driver = chooseDriver(sized, total)
  const found =
    sumOf(sized) > WEIGHED && isLarge(total, prominent)
      ? amongManySql(chooseDriver(sizeConcepts(concepts, frequencyOf, prominent / total), prominent))
      : weighed(driver, sql.empty, WEIGHED)
  return sql`SELECT * FROM (${found}) found ORDER BY weight DESC NULLS LAST LIMIT ${MOST_CANDIDATES}`

  /**
   * Where very many match in a large catalog, it reads the prominent entries among them, whose index is small, and of
   * the others those that match something rare. Only where these are few are all the others searched.
   */
  function amongManySql(among: string): Sql {
    const rare = rareDriver(sized, total)
    const others = sql`AND NOT document.is_prominent`
    const areFew = sql`AND (SELECT count(*) FROM first) < ${ENOUGH} AND entry_id NOT IN (SELECT entry_id FROM first)`
    return sql`
      WITH first AS MATERIALIZED (
        (${weighed(among, sql`AND document.is_prominent`, MAX_PROMINENT)})
        UNION ALL (${weighed(rare, others, MAX_OTHERS)}))
      SELECT * FROM first UNION ALL (${weighed(driver, sql`${others} ${areFew}`, WEIGHED, sql.empty)})`
  }
}

export function placesReader(concepts: WeightedConcept[]): (words: string) => Places {
  const stems = new Set(concepts.flatMap(({ alternatives }) => alternatives.flatMap(({ stems }) => stems)))
  const wanted = new RegExp(`'(${[...stems].join('|')})':(\\S+)`, 'g')
  return (words) =>
    new Map(
      stems.size === 0 ? [] : Array.from(words.matchAll(wanted), ([, stem = '', at = '']) => [stem, parsePlaces(at)]),
    )
}

const parsePlaces = (places: string): { field: WordField; at: number }[] =>
  places.split(',').map((place) => ({ field: toField(place.at(-1)), at: Number.parseInt(place, 10) }))

/** PostgreSQL does not write D. */
const toField = (weight: string | undefined): WordField =>
  weight === 'A' || weight === 'B' || weight === 'C' ? weight : 'D'

/** Two concepts that, if they were independent, would occur together in no more entries than this. */
const RARE_TOGETHER = 300

/** A concept as tsqueries, with the approximate number of entries that hold it; by weight, the heaviest first. */
type SizedConcept = {
  loose: string
  strict: string
  size: number
  weight: number
}

/** @param share of the catalog that is searched: sizes are estimated for it */
const sizeConcepts = (concepts: WeightedConcept[], frequencyOf: (stem: string) => number, share = 1): SizedConcept[] =>
  concepts
    .map((concept) => {
      const others = looseStems(concept, frequencyOf)
      return {
        loose: toQuery(concept, others),
        strict: toQuery(concept),
        size: (sizeOf(concept, frequencyOf) + others.reduce((sum, stem) => sum + frequencyOf(stem), 0)) * share,
        weight: concept.rarity,
      }
    })
    .sort((a, b) => b.weight - a.weight)

/** The widest query within bounds: entries with any concept; else with a rare one or two others; else with the rarest. */
function chooseDriver(sized: SizedConcept[], total: number): string {
  if (sumOf(sized) <= WEIGHED) return sized.map(({ loose }) => loose).join(' | ')
  const { rare, common } = byRarity(sized)
  const pairs = pairsOf(common, total)
  if (sumOf(rare) + sumOf(pairs) >= 10)
    return [...rare.map(({ loose }) => loose), ...pairs.map(({ query }) => query)].join(' | ')
  const [rarest] = sized.toSorted((a, b) => a.size - b.size)
  return rarest?.loose ?? ''
}

/** The rare part of a search: concepts that are rare, or rare together; empty, which finds nothing, when all are common. */
function rareDriver(sized: SizedConcept[], total: number): string {
  const { rare, common } = byRarity(sized)
  const together = pairsOf(common, total).filter(({ size }) => size <= RARE_TOGETHER)
  return [...rare.map(({ loose }) => loose), ...together.map(({ query }) => query)].join(' | ')
}

/** A concept that is rare on its own need not be combined with others. */
const byRarity = (sized: SizedConcept[]): { rare: SizedConcept[]; common: SizedConcept[] } => ({
  rare: sized.filter(({ size }) => size <= RARE),
  common: sized.filter(({ size }) => size > RARE),
})
function toQuery(concept: WeightedConcept, looseStems: readonly string[] = []): string {
  const phrases = [...concept.alternatives.map(({ stems }) => stems), ...looseStems.map((stem) => [stem])]
  return withoutNarrower(phrases)
    .map((stems) => `(${stems.map(quoteStem).join(' & ')})`)
    .join(' | ')
}

/** Drops phrases that hold all words of another one: the other one finds the same entries. */
function withoutNarrower(phrases: (readonly string[])[]): (readonly string[])[] {
  const widest: (readonly string[])[] = []
  for (const phrase of [...phrases].sort((a, b) => a.length - b.length))
    if (!widest.some((wider) => wider.every((stem) => phrase.includes(stem)))) widest.push(phrase)
  return widest
}

/** Every two of the five heaviest concepts together, with the size that they would have if they were independent. */
function pairsOf(sized: SizedConcept[], total: number): { query: string; size: number }[] {
  const heaviest = sized.slice(0, 5)
  return heaviest.flatMap((one, index) =>
    heaviest.slice(index + 1).map((other) => ({
      query: `((${one.strict}) & (${other.strict}))`,
      size: (one.size * other.size) / Math.max(total, 1),
    })),
  )
}

const sumOf = (parts: { size: number }[]): number => parts.reduce((sum, { size }) => sum + size, 0)

const sizeOf = (concept: WeightedConcept, frequencyOf: (stem: string) => number): number =>
  concept.alternatives.reduce((sum, { stems }) => sum + Math.min(...stems.map(frequencyOf)), 0)

/** Words of the concept's phrase that are enough without the others; common ones only if the phrase finds little. */
function looseStems(concept: WeightedConcept, frequencyOf: (stem: string) => number): readonly string[] {
  if (concept.stems.length < 2) return []
  const isEnough = sizeOf(concept, frequencyOf) >= MOST_CANDIDATES
  return isEnough ? concept.stems.filter((stem) => frequencyOf(stem) <= RARE) : concept.stems
}

const quoteStem = (stem: string): string => `'${stem.replace(/['\\]/g, '')}'`
