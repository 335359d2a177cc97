import { type Database, Prisma } from '@/lib/base/infra/database'
import { type Filters, filterSql } from '../browse/filters'
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
  proseHash: string | null
  proseLength: number
  pathLength: number
  quality: number
  isNewcomer: boolean
  isSuspect: boolean
  /** Factor of its score while its terms are new. */
  trust: number
  isDead: boolean
  firstSeenAt: Date
  organicPayers: number
  organicCount: number
  places: Places
}

export type CandidateQuery = {
  concepts: WeightedConcept[]
  frequencyOf: (stem: string) => number
  total: number
  filters: Filters
  price: PriceLimit | null
}

type CandidateRow = Omit<Candidate, 'isDead' | 'places'> & { found: string[] }

/** Most entries that are weighed among the prominent ones of a large catalog, and among the others. */
const MAX_PROMINENT = 1_500
const MAX_OTHERS = 1_000
/** After finding this many there, the rest of a large catalog is not searched. */
const ENOUGH = 50
const VERY_MANY_SHARE = 0.08

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
  const where = Prisma.sql`${filterSql(query.filters)} AND ${priceSql(query.price, query.filters.networks)}`
  const search = database.$queryRaw<CandidateRow[]>`
    ${candidateSql(query)} FROM (${matchSql(query, where, prominent)}) matched JOIN catalog_documents document USING (entry_id)`
  // The planner takes matching words to be cheap and pages to be far away, and would read the whole table.
  const plan = database.$queryRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`
  const [, rows] = await database.$transaction([plan, search])
  return rows.map(toCandidate)
}

/** A document's data for scoring: its facts, and where the searched words stand in it. */
function candidateSql({ concepts, filters }: CandidateQuery): Prisma.Sql {
  const stems = [...new Set(concepts.flatMap(({ alternatives }) => alternatives.flatMap(({ stems }) => stems)))]
  return Prisma.sql`
    SELECT document.entry_id AS "entryId", document.key, document.type, document.host_group AS "hostGroup",
      document.prose_hash::text AS "proseHash", document.prose_length AS "proseLength", document.path_length AS "pathLength",
      document.quality, document.is_newcomer AS "isNewcomer", document.is_suspect AS "isSuspect", document.trust,
      document.first_seen_at AS "firstSeenAt", document.organic_payers AS "organicPayers", document.organic_count AS "organicCount",
      ${lowestPriceSql(filters.networks)} AS "lowestPrice",
      ARRAY(SELECT word.lexeme || ' ' || array_to_string(word.positions, ',') || ' ' || array_to_string(word.weights, '')
        FROM unnest(document.words) word WHERE word.lexeme = ANY(${stems})) AS found`
}

/** Ids of the candidates: all matches while they are few, else the best by the weight of their matches. */
function matchSql(query: CandidateQuery, where: Prisma.Sql, prominent: number): Prisma.Sql {
  const { concepts, frequencyOf, total, filters, price } = query
  const bounds = boundsOf(isLarge(total, prominent))
  if (concepts.length === 0) {
    return Prisma.sql`SELECT document.entry_id FROM catalog_documents document WHERE ${where} ORDER BY document.quality DESC, document.entry_id LIMIT ${bounds.candidates}`
  }
  const sized = sizeConcepts(concepts, frequencyOf, bounds)
  const { driver, estimate } = chooseDriver(sized, total, bounds)
  const matching = (driver: string) =>
    Prisma.sql`FROM catalog_documents document WHERE ${where} AND document.words @@ ${driver}::tsquery`
  if (estimate <= bounds.candidates)
    return Prisma.sql`SELECT document.entry_id ${matching(driver)} LIMIT ${bounds.candidates * 2}`
  const weights = concepts.map(
    (concept) => Prisma.sql`${concept.rarity}::float8 * (document.words @@ ${toQuery(concept)}::tsquery)::int`,
  )
  const weigh = (matched: Prisma.Sql) =>
    Prisma.sql`SELECT document.entry_id, ${Prisma.join(weights, ' + ')} + document.quality AS weight ${matched}`
  const weighed =
    estimate > bounds.weighed && isLarge(total, prominent)
      ? weighedOfManySql({ sized, query, where, prominent, bounds, matching, weigh })
      : weigh(Prisma.sql`${matching(driver)}${limitSql({ filters, price, estimate, total, bounds })}`)
  return Prisma.sql`SELECT entry_id FROM (${weighed}) weighed ORDER BY weight DESC LIMIT ${bounds.candidates}`
}

/**
 * In a small catalog the most reliable among very many are near the start of their index, unless constraints make
 * them few again; among fewer any will do.
 */
function limitSql({
  filters,
  price,
  estimate,
  total,
  bounds,
}: Omit<CandidateQuery, 'concepts' | 'frequencyOf'> & { estimate: number; bounds: Bounds }) {
  const isNarrowed = price !== null || Object.values(filters).some((value) => value !== null && value.length > 0)
  return !isNarrowed && estimate > total * VERY_MANY_SHARE && estimate > bounds.weighed
    ? Prisma.sql` ORDER BY document.quality DESC LIMIT ${bounds.candidates * 4}`
    : Prisma.sql` LIMIT ${bounds.weighed}`
}

type Matching = {
  sized: SizedConcept[]
  query: CandidateQuery
  where: Prisma.Sql
  prominent: number
  bounds: Bounds
  matching: (driver: string) => Prisma.Sql
  weigh: (matched: Prisma.Sql) => Prisma.Sql
}

/**
 * Where very many match in a large catalog, it reads the prominent entries among them, whose index is small, and of the
 * others those that match something rare. Only where these are few are all the others searched.
 */
function weighedOfManySql({ sized, query, where, prominent, bounds, matching, weigh }: Matching): Prisma.Sql {
  const { concepts, frequencyOf, total } = query
  const among = sizeConcepts(concepts, frequencyOf, bounds, prominent / total)
  const rare = rareDriver(sized, total, bounds)
  const others = Prisma.sql`AND NOT document.is_prominent`
  // OFFSET: these words leave few, whose rows say sooner what fits than the index of filters, of which much is read.
  const few = (driver: string, part: Prisma.Sql, most: number) =>
    weigh(Prisma.sql`
      FROM (SELECT * FROM catalog_documents document WHERE document.words @@ ${driver}::tsquery ${part} OFFSET 0) document
      WHERE ${where} LIMIT ${most}`)
  const found = [
    few(chooseDriver(among, prominent, bounds).driver, Prisma.sql`AND document.is_prominent`, MAX_PROMINENT),
    ...(rare === null ? [] : [few(rare, others, MAX_OTHERS)]),
  ]
  const all = matching(chooseDriver(sized, total, bounds).driver)
  const areFew = Prisma.sql`(SELECT count(*) FROM found) < ${ENOUGH}`
  return Prisma.sql`
    WITH found AS MATERIALIZED (${Prisma.join(
      found.map((sql) => Prisma.sql`(${sql})`),
      ' UNION ALL ',
    )})
    SELECT * FROM found UNION (${weigh(Prisma.sql`${all} ${others} AND ${areFew} LIMIT ${bounds.weighed}`)})`
}

const toCandidate = ({ found, ...row }: CandidateRow): Candidate => ({
  ...row,
  isDead: row.quality < 0.12,
  places: new Map(found.map(parseFound)),
})

/** `weather 3,1010 AC` as PostgreSQL unpacked it. */
function parseFound(found: string): [string, { field: WordField; at: number }[]] {
  const [word = '', positions = '', weights = ''] = found.split(' ')
  return [word, positions.split(',').map((at, index) => ({ field: toField(weights[index]), at: Number(at) }))]
}

const toField = (weight: string | undefined): WordField =>
  weight === 'A' || weight === 'B' || weight === 'C' ? weight : 'D'

type Bounds = {
  candidates: number
  /** Most matches that are weighed in the database to find those. */
  weighed: number
  /** A concept held by no more entries than this is always worth reading. */
  rare: number
}

const BOUNDS: Bounds = { candidates: 400, weighed: 3_000, rare: 1_500 }
/** In a large catalog matches are far apart on the disk, and the best of them are alike. */
const LARGE_BOUNDS: Bounds = { candidates: 200, weighed: 1_500, rare: 800 }

export const boundsOf = (isLarge: boolean): Bounds => (isLarge ? LARGE_BOUNDS : BOUNDS)

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
const sizeConcepts = (
  concepts: WeightedConcept[],
  frequencyOf: (stem: string) => number,
  bounds: Bounds,
  share = 1,
): SizedConcept[] =>
  concepts
    .map((concept) => ({
      loose: toQuery(concept, { looseStems: looseStems(concept, frequencyOf, bounds) }),
      strict: toQuery(concept),
      size: sizeOf(concept, frequencyOf) * share,
      weight: concept.rarity,
    }))
    .sort((a, b) => b.weight - a.weight)

/** The widest query within bounds: entries with any concept; else with a rare one or two others; else with the rarest. */
function chooseDriver(sized: SizedConcept[], total: number, bounds: Bounds): { driver: string; estimate: number } {
  const sum = sumOf(sized)
  if (sum <= bounds.weighed) return { driver: sized.map(({ loose }) => loose).join(' | '), estimate: sum }
  const { rare, common } = byRarity(sized, bounds)
  const pairs = pairsOf(common, total)
  const parts = [...rare.map(({ loose }) => loose), ...pairs.map(({ query }) => query)]
  const estimate = sumOf(rare) + sumOf(pairs)
  if (parts.length > 0 && estimate >= 10)
    return { driver: parts.join(' | '), estimate: Math.max(estimate, bounds.candidates + 1) }
  const [rarest] = [...sized].sort((a, b) => a.size - b.size)
  return { driver: rarest?.loose ?? '', estimate: rarest?.size ?? 0 }
}

/** The rare part of a search: concepts that are rare, or rare together; null when all are common. */
function rareDriver(sized: SizedConcept[], total: number, bounds: Bounds): string | null {
  const { rare, common } = byRarity(sized, bounds)
  const together = pairsOf(common, total).filter(({ size }) => size <= RARE_TOGETHER)
  return [...rare.map(({ loose }) => loose), ...together.map(({ query }) => query)].join(' | ') || null
}

/** A concept that is rare on its own need not be combined with others. */
const byRarity = (sized: SizedConcept[], bounds: Bounds): { rare: SizedConcept[]; common: SizedConcept[] } => ({
  rare: sized.filter(({ size }) => size <= bounds.rare),
  common: sized.filter(({ size }) => size > bounds.rare),
})
function toQuery(concept: WeightedConcept, { looseStems = [] }: { looseStems?: readonly string[] } = {}): string {
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
function looseStems(
  concept: WeightedConcept,
  frequencyOf: (stem: string) => number,
  { candidates, rare }: Bounds,
): readonly string[] {
  if (concept.stems.length < 2) return []
  const isEnough = sizeOf(concept, frequencyOf) >= candidates
  return isEnough ? concept.stems.filter((stem) => frequencyOf(stem) <= rare) : concept.stems
}

const quoteStem = (stem: string): string => `'${stem.replace(/['\\]/g, '')}'`
