import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Database, pick, type Sql, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import { countFacets } from '../browse/facets'
import {
  acceptedNetworks,
  type Filters,
  parseParameters,
  readingParameters,
  resolveNetworks,
  setParameters,
  withoutFacet,
} from '../browse/filters'
import { catalogSize } from '../browse/list-entries'
import { loadEntries } from '../browse/load-entries'
import { presentEntries } from '../browse/present-entry'
import { type PriceLimit, toPriceLimit } from '../browse/price-sql'
import type { Entry, Ranking } from '../entry/entry'
import { adjustScore, arrange, COVERED, sortRanked } from './arrange'
import { buildConcepts, type Concept } from './concepts'
import { type Candidate, findCandidates, placesReader } from './find-candidates'
import { type Constraints, parseQuery } from './parse-query'
import { type Places, scoreDocument, type WeightedConcept, weighConcepts } from './score'
import { thesaurus } from './thesaurus/thesaurus'
import { findCorrections, findFrequencies, splitJoinedWords } from './vocabulary'

export type SearchResult = Awaited<ReturnType<typeof searchEntries>>

type Scored = Candidate & Omit<Ranking, 'quality'>

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 20
const MAX_RANKED = 1_000
/** Below this share of the best score an entry only happens to share a word with the search. */
const RELATIVE_FLOOR = 0.1
const FEW = 3
const noGuess = { networks: [], type: null, scheme: null }
const ABSOLUTE_FLOOR = 0.05
const DEAD_QUALITY = 0.12
export const presentSearch = ({ resources, ...rest }: SearchResult) => ({
  x402Version: 2 as const,
  resources: presentEntries(resources),
  ...rest,
})

export const searchParameters = readingParameters.extend({
  query: z.string().trim().max(400).default('').describe('Plain words; prices and networks are read from them.'),
  sort: z.enum(['relevance', 'price', 'newest', 'used']).default('relevance'),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: z.string().max(200).optional().describe('`pagination.cursor` of the page before, with all else the same.'),
})

/**
 * Finds entries by what they do. Reads constraints from plain words, corrects slips, knows the field's synonyms,
 * and never lets a seller's prose buy rank: see `scoreDocument`, `adjustScore` and `arrange`.
 * Throws `INVALID_PARAMETER` for a parameter out of its bounds. Source: service spec 4.3.
 */
export async function searchEntries(database: Database, parameters: Record<string, string>) {
  const { query, limit, cursor, sort, facets, ...rest } = parseParameters(searchParameters, parameters)
  const accepted = await acceptedNetworks(database)
  const { topic, constraints } = parseQuery(query, (pattern) =>
    [...accepted].some((network) => matchesNetworkPattern(network, pattern)),
  )
  const { price: _price, preferredType: _preferred, ...limits } = constraints
  const { networks, type, scheme } = limits
  const digest = digestOf({ query, ...rest, ...(sort !== 'relevance' && { sort }) })
  const offset = parseCursor(cursor, digest)
  const scopeOf = (narrowing: typeof rest, said = constraints) => ({
    filters: narrow(narrowing, said, accepted),
    price: tighterPrice(constraints.price, narrowing.maxUsdPrice),
  })
  const findRanked = async ({ filters, price }: ReturnType<typeof scopeOf>) =>
    filters === null ? [] : rank(database, { topic, constraints, filters, price })
  const scope = scopeOf(rest)
  const { price } = scope
  const found = await findRanked(scope)
  // What words seem to limit may be meant otherwise: where that leaves few, the rest stands below.
  const isGuessed = found.length < FEW && (networks.length > 0 || type !== null || scheme !== null)
  const wider = isGuessed ? await findRanked(scopeOf(rest, { ...constraints, ...noGuess })) : []
  const fitting = [...found, ...wider.filter((entry) => found.every(({ entryId }) => entryId !== entry.entryId))]
  const ranked = sortRanked(fitting, sort)
  const page = ranked.slice(offset, offset + limit)
  const entries = await loadEntries(
    database,
    page.map(({ entryId }) => entryId),
  )
  const byKey = new Map(page.map((found) => [found.key, { ranking: toRanking(found) }]))
  return {
    resources: entries.map((entry): Entry => ({ ...entry, ...byKey.get(entry.key) })),
    ...(isWeak(fitting, topic) && { partialResults: true as const }),
    pagination: {
      limit,
      cursor: offset + limit < ranked.length ? toCursor(offset + limit, digest) : null,
      /** Number of the found entries, at most some hundreds. */
      total: ranked.length,
    },
    /** The words as they were understood, so that a reader sees why something is missing. */
    understood: {
      topic,
      ...limits,
      maxUsdPrice: toDollars(price?.maxMicroDollars ?? null),
      /** True if `maxUsdPrice` itself is too much: "under 1 cent" and not "for 1 cent". */
      isMaxUsdPriceExclusive: price?.maxMicroDollars != null && price.isExclusive,
      minUsdPrice: toDollars(price?.minMicroDollars ?? null),
    },
    /** On request: counts for each filter among the scored entries. */
    ...(facets === 'true' && {
      facets: await countFacets(database, setParameters(rest), async (left) => {
        const wider = scopeOf(withoutFacet(rest, left))
        const ranked = left === null ? fitting : await findRanked(wider)
        return {
          where: foundSql(sortRanked(ranked, sort)),
          networks: wider.filters?.network ?? [],
          price: wider.price,
        }
      }),
    }),
  }
}

const foundSql = (found: Scored[]): Sql =>
  sql`document.entry_id = ANY(${found.map(({ entryId }) => entryId)}::bigint[])`

/** Joins explicit filters with those in the words; null when they contradict each other, so that nothing can fit. */
function narrow(filters: Filters, constraints: Constraints, accepted: ReadonlySet<string>): Filters | null {
  if (filters.type && constraints.type && filters.type !== constraints.type) return null
  const asked = resolveNetworks(filters.network, accepted)
  const said = resolveNetworks(constraints.networks, accepted)
  const excluded = resolveNetworks(constraints.excludedNetworks, accepted)
  const wanted =
    asked.length > 0 && said.length > 0 ? asked.filter((network) => said.includes(network)) : [...asked, ...said]
  const isBound = asked.length + said.length + excluded.length > 0
  const from = asked.length + said.length > 0 ? wanted : [...accepted]
  const networks = isBound ? from.filter((network) => !excluded.includes(network)) : []
  if (networks.length === 0 && isBound) return null
  return {
    ...filters,
    network: networks,
    type: filters.type ?? constraints.type ?? undefined,
    scheme: filters.scheme.length > 0 || constraints.scheme === null ? filters.scheme : [constraints.scheme],
  }
}

function tighterPrice(said: PriceLimit | null, maxUsdPrice: number | undefined): PriceLimit | null {
  const asked = toPriceLimit(maxUsdPrice)
  if (asked?.maxMicroDollars == null) return said
  if (said?.maxMicroDollars != null && said.maxMicroDollars <= asked.maxMicroDollars) return said
  return { ...asked, minMicroDollars: said?.minMicroDollars ?? null }
}

const toDollars = (micros: bigint | null): number | null => (micros === null ? null : Number(micros) / 1_000_000)

type EntrySearch = { topic: string; constraints: Constraints; filters: Filters; price: PriceLimit | null }

async function rank(database: Database, { topic, constraints, filters, price }: EntrySearch): Promise<Scored[]> {
  const corrections = await findCorrections(database, topic, thesaurus)
  const words = await splitJoinedWords(database, topic, corrections, thesaurus)
  const built = buildConcepts(words, thesaurus, corrections)
  const [total, frequencyOf] = await Promise.all([catalogSize(database), findFrequencies(database, built)])
  const concepts = weighConcepts(
    built.filter((concept) => isSearchable(concept, frequencyOf)),
    frequencyOf,
    total,
  )
  const isUnbounded = !filters.network.length && price === null && filters.type === undefined
  const hasNoWords = concepts.length === 0 && topic !== '' && isUnbounded
  const query = { concepts, frequencyOf, total, filters, price }
  const candidates = hasNoWords ? [] : await findCandidates(database, query)
  const named = namedHosts(candidates, concepts, frequencyOf, total)
  // Suspects stay in the list; a search shows them only if it names their host.
  const isShown = ({ isSuspect, hostGroup }: Candidate) => !isSuspect || named.has(hostGroup)
  const readPlaces = placesReader(concepts)
  const scored = candidates
    .filter(isShown)
    .map((candidate) => scoreCandidate(candidate, concepts, readPlaces(candidate.words)))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const fitting =
    concepts.length === 0
      ? scored
      : scored.filter(({ score }) => score >= Math.max(ABSOLUTE_FLOOR, best * RELATIVE_FLOOR))
  return arrange(fitting, constraints).slice(0, MAX_RANKED)
}

/**
 * Two characters that no entry holds as a pair are the boundary of two words in a script without spaces, or the
 * beginning of a word that is still being typed.
 */
const isSearchable = (concept: Concept, frequencyOf: (stem: string) => number): boolean =>
  /^[\x20-\x7e]{3,}$/.test(concept.label) ||
  concept.alternatives.some(({ stems }) => stems.some((stem) => frequencyOf(stem) > 0))

/** Adds its score to a candidate; there are too many of them to copy each. */
function scoreCandidate(candidate: Candidate, concepts: WeightedConcept[], places: Places): Scored {
  const { quality, isSuspect, trust } = candidate
  const { score, coverage, matches } =
    concepts.length === 0 ? { score: quality, coverage: 1, matches: [] } : scoreDocument(concepts, places, candidate)
  const isDead = quality < DEAD_QUALITY
  return Object.assign(candidate, { coverage, matches, ...adjustScore(score, { quality, isSuspect, trust, isDead }) })
}

const toRanking = (scored: Scored): Ranking => pick(scored, 'score', 'coverage', 'quality', 'matches', 'adjustments')

/** Hosts that the search names: a rare word of it is in the host's name. */
function namedHosts(
  candidates: Candidate[],
  concepts: WeightedConcept[],
  frequencyOf: (stem: string) => number,
  total: number,
): Set<string> {
  const names = concepts.filter(
    ({ stems, share }) =>
      stems.length === 1 && share >= 0.5 && frequencyOf(stems[0] ?? '') <= Math.max(3, total * 0.03),
  )
  const isNamed = (hostGroup: string) => names.some(({ label }) => hostGroup.split(/[.-]/).includes(label))
  return new Set(candidates.map(({ hostGroup }) => hostGroup).filter(isNamed))
}

const isWeak = (ranked: Scored[], topic: string): boolean =>
  !ranked.some(({ coverage }) => topic === '' || coverage >= COVERED)

const digestOf = (parameters: object): string =>
  createHash('sha256').update(JSON.stringify(parameters)).digest('base64url').slice(0, 12)
const toCursor = (offset: number, digest: string): string => Buffer.from(`${offset}.${digest}`).toString('base64url')

function parseCursor(cursor: string | undefined, digest: string): number {
  if (cursor === undefined) return 0
  const [offset = '', madeFor] = Buffer.from(cursor, 'base64url').toString('utf8').split('.')
  if (madeFor !== digest || !/^\d{1,6}$/.test(offset)) {
    throw new DomainError('INVALID_PARAMETER', say('call.otherSearch'))
  }
  return Number(offset)
}
