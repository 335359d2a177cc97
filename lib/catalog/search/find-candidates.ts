import { type Database, Prisma } from '@/lib/infra/database'
import { type Filters, filterSql } from '../browse/filters'
import { lowestPriceSql, type PriceLimit, priceSql } from '../browse/price-sql'
import type { Field } from './document-words'
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

type Row = Omit<Candidate, 'isDead' | 'places'> & { found: string[] }

/** Entries that are scored in full. */
const MAX_CANDIDATES = 400
/** At most so many matches are weighed in the database to find those. */
const MAX_WEIGHED = 3_000
const VERY_MANY_SHARE = 0.08
/** A concept that so few entries hold is always worth reading. */
const RARE = 1_500

/**
 * Entries that may answer a search. The rarest concepts that bound the number decide which rows are read at all;
 * the database takes the best of them by the weight of the concepts they match; the score is computed from those.
 */
export async function findCandidates(database: Database, query: CandidateQuery): Promise<Candidate[]> {
  const where = Prisma.sql`${filterSql(query.filters)} AND ${priceSql(query.price, query.filters.networks)}`
  const search = database.$queryRaw<Row[]>`
    ${candidateSql(query)} FROM (${matchSql(query, where)}) matched JOIN catalog_documents document USING (entry_id)`
  // The planner takes matching words to be cheap and pages to be far away, and would read the whole table.
  const plan = database.$queryRaw`SELECT set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`
  const [, rows] = await database.$transaction([plan, search])
  return rows.map(toCandidate)
}

/** The entries of these ids that are within the constraints, as candidates. */
export async function loadCandidates(
  database: Database,
  entryIds: bigint[],
  query: CandidateQuery,
): Promise<Candidate[]> {
  if (entryIds.length === 0) return []
  const where = Prisma.sql`${filterSql(query.filters)} AND ${priceSql(query.price, query.filters.networks)}`
  const rows = await database.$queryRaw<Row[]>`
    ${candidateSql(query)} FROM catalog_documents document WHERE document.entry_id = ANY(${entryIds}) AND ${where}`
  return rows.map(toCandidate)
}

/** What scoring needs of a document: its facts, and where the searched words stand in it. */
function candidateSql({ concepts, filters }: CandidateQuery): Prisma.Sql {
  const stems = [...new Set(concepts.flatMap(({ alternatives }) => alternatives.flatMap(({ stems }) => stems)))]
  return Prisma.sql`
    SELECT document.entry_id AS "entryId", document.key, document.type, document.host_group AS "hostGroup",
      document.prose_hash::text AS "proseHash", document.prose_length AS "proseLength", document.path_length AS "pathLength",
      document.quality, document.is_newcomer AS "isNewcomer", document.is_suspect AS "isSuspect",
      document.first_seen_at AS "firstSeenAt", document.organic_payers AS "organicPayers", document.organic_count AS "organicCount",
      ${lowestPriceSql(filters.networks)} AS "lowestPrice",
      ARRAY(SELECT word.lexeme || ' ' || array_to_string(word.positions, ',') || ' ' || array_to_string(word.weights, '')
        FROM unnest(document.words) word WHERE word.lexeme = ANY(${stems})) AS found`
}

/** Ids of the candidates: all that match while they are few, else the best by the weight of what they match. */
function matchSql({ concepts, frequencyOf, total, filters, price }: CandidateQuery, where: Prisma.Sql): Prisma.Sql {
  if (concepts.length === 0) {
    return Prisma.sql`SELECT document.entry_id FROM catalog_documents document WHERE ${where} ORDER BY document.quality DESC, document.entry_id LIMIT ${MAX_CANDIDATES}`
  }
  const { driver, estimate } = chooseDriver(concepts, frequencyOf, total)
  const matched = Prisma.sql`FROM catalog_documents document WHERE ${where} AND document.words @@ ${driver}::tsquery`
  if (estimate <= MAX_CANDIDATES) return Prisma.sql`SELECT document.entry_id ${matched} LIMIT ${MAX_CANDIDATES * 2}`
  const weights = concepts.map(
    (concept) => Prisma.sql`${concept.rarity}::float8 * (document.words @@ ${toQuery(concept)}::tsquery)::int`,
  )
  const weighed = Prisma.sql`SELECT document.entry_id, ${Prisma.join(weights, ' + ')} + document.quality AS weight`
  // Among very many the most reliable are near the start of their index, unless constraints make them few again;
  // among fewer any will do.
  const isNarrowed = price !== null || Object.values(filters).some((value) => value !== null && value.length > 0)
  const bounded =
    !isNarrowed && estimate > total * VERY_MANY_SHARE && estimate > MAX_WEIGHED
      ? Prisma.sql`${matched} ORDER BY document.quality DESC LIMIT ${MAX_CANDIDATES * 4}`
      : Prisma.sql`${matched} LIMIT ${MAX_WEIGHED}`
  return Prisma.sql`SELECT entry_id FROM (${weighed} ${bounded}) weighed ORDER BY weight DESC LIMIT ${MAX_CANDIDATES}`
}

/**
 * The widest query that stays within bounds: any concept; else those that are rare and every two of the others
 * together; else the rarest alone.
 */
function chooseDriver(
  concepts: WeightedConcept[],
  frequencyOf: (stem: string) => number,
  total: number,
): { driver: string; estimate: number } {
  const sized = concepts
    .map((concept) => ({
      loose: toQuery(concept, { looseStems: looseStems(concept, frequencyOf) }),
      strict: toQuery(concept),
      size: sizeOf(concept, frequencyOf),
      weight: concept.rarity,
    }))
    .sort((a, b) => b.weight - a.weight)
  const sum = sized.reduce((size, concept) => size + concept.size, 0)
  if (sum <= MAX_WEIGHED) return { driver: sized.map(({ loose }) => loose).join(' | '), estimate: sum }
  const rare = sized.filter(({ size }) => size <= RARE)
  const pairs = sized.slice(0, 5).flatMap((one, index) => sized.slice(index + 1, 5).map((other) => ({ one, other })))
  const parts = [
    ...rare.map(({ loose }) => loose),
    ...pairs.map(({ one, other }) => `((${one.strict}) & (${other.strict}))`),
  ]
  const estimate =
    rare.reduce((size, concept) => size + concept.size, 0) +
    pairs.reduce((size, { one, other }) => size + (one.size * other.size) / Math.max(total, 1), 0)
  if (parts.length > 0 && estimate >= 10)
    return { driver: parts.join(' | '), estimate: Math.max(estimate, MAX_CANDIDATES + 1) }
  const [rarest] = [...sized].sort((a, b) => a.size - b.size)
  return { driver: rarest?.loose ?? '', estimate: rarest?.size ?? 0 }
}

const sizeOf = (concept: WeightedConcept, frequencyOf: (stem: string) => number): number =>
  concept.alternatives.reduce((sum, { stems }) => sum + Math.min(...stems.map(frequencyOf)), 0)

/** Words of the concept's own phrase that will do alone; common ones only where the phrase itself finds little. */
function looseStems(concept: WeightedConcept, frequencyOf: (stem: string) => number): readonly string[] {
  if (concept.stems.length < 2) return []
  const isEnough = sizeOf(concept, frequencyOf) >= MAX_CANDIDATES
  return isEnough ? concept.stems.filter((stem) => frequencyOf(stem) <= RARE) : concept.stems
}

/** A concept as a tsquery: any of its alternatives, or any of these words. */
function toQuery(concept: WeightedConcept, { looseStems = [] }: { looseStems?: readonly string[] } = {}): string {
  const phrases = concept.alternatives.map(({ stems }) => `(${stems.map(quoteStem).join(' & ')})`)
  return [...new Set([...phrases, ...looseStems.map(quoteStem)])].join(' | ')
}

const quoteStem = (stem: string): string => `'${stem.replace(/['\\]/g, '')}'`

const toCandidate = ({ found, ...row }: Row): Candidate => ({
  ...row,
  isDead: row.quality < 0.12,
  places: new Map(found.map(parseFound)),
})

/** `weather 3,1010 AC` as PostgreSQL unpacked it. */
function parseFound(found: string): [string, { field: Field; at: number }[]] {
  const [word = '', positions = '', weights = ''] = found.split(' ')
  return [word, positions.split(',').map((at, index) => ({ field: toField(weights[index]), at: Number(at) }))]
}

const toField = (weight: string | undefined): Field =>
  weight === 'A' || weight === 'B' || weight === 'C' ? weight : 'D'
