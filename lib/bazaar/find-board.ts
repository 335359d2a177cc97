import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Facets } from './browse/facets'
import { type Listing, toListing } from './browse/listing'
import { noFacets, type Reads } from './find-listings'
import type { SearchResult } from './search/search-entries'

export type Understood = SearchResult['understood']

type Group = { listings: Listing[]; total: number }

/** The bazaar's page: what was seen to answer, and what is only listed. */
export type Board = {
  kind: 'board'
  answering: Group
  listed: Group
  /** Entries without a known price, which the board leaves out. */
  unpriced: number
  facets: Facets
  /** The words of a search as they were understood; null for the list. */
  understood: Understood | null
  /** Nothing fits a search well. */
  isWeak: boolean
  /** Additional parameters of the following page; null on the last one. */
  next: { cursor: string } | { offset: string; health?: string } | null
}

export type FoundBoard = Board | { kind: 'refused'; why: Sentence }

type Parameters = Record<string, string>

const SEARCHED = '40'
const LISTED = 20
/** The most entries of the second, folded group. */
const FOLDED = 10
const ANSWERING = ['live', 'failing']
const OTHERS = ['unverified', 'dead']

/**
 * Entries with a known price by the public endpoints' parameters, those first that were seen to answer: of a search in
 * the order of fit, of the list by independent payers, unless another order is asked for.
 * A parameter out of its bounds is a verdict here, because a reader may have typed it.
 */
export async function findBoard(reads: Reads, parameters: Parameters): Promise<FoundBoard> {
  try {
    return parameters.query?.trim() ? await searchBoard(reads, parameters) : await listBoard(reads, parameters)
  } catch (error) {
    if (isDomainError(error) && error.code === 'INVALID_PARAMETER')
      return { kind: 'refused', why: error.sentence ?? say('plain', { text: error.message }) }
    throw error
  }
}

async function searchBoard(reads: Reads, parameters: Parameters): Promise<Board> {
  const board = { priced: 'true', answering: 'first', facets: 'true', limit: SEARCHED }
  const { resources, understood, partialResults, pagination, facets } = await reads.search({
    ...parameters,
    ...board,
  })
  const isAnswering = ({ verification }: Listing) => ANSWERING.includes(verification)
  const listings = resources.map(toListing)
  return {
    kind: 'board',
    answering: { listings: listings.filter(isAnswering), total: pagination.answering },
    listed: {
      listings: listings.filter((listing) => !isAnswering(listing)),
      total: pagination.total - pagination.answering,
    },
    ...countsOf(facets),
    understood,
    isWeak: partialResults === true,
    next: pagination.cursor === null ? null : { cursor: pagination.cursor },
  }
}

async function listBoard(reads: Reads, { query: _query, ...given }: Parameters): Promise<Board> {
  const parameters: Parameters = { sort: 'used', ...given, priced: 'true' }
  const wanted = parameters.health?.split(',')
  const within = (states: string[]) => states.filter((state) => wanted?.includes(state) ?? true)
  const [first, second] = [within(ANSWERING), within(OTHERS)]
  const isOneGroup = first.length === 0 || second.length === 0
  // Pages are turned within one group; beneath another one, the second shows its beginning.
  const { offset: _offset, ...fromStart } = parameters
  const place = isOneGroup ? parameters : fromStart
  const readGroup = async (states: string[], limit: number) => {
    if (states.length === 0) return { listings: [], total: 0, end: 0 }
    const { items, pagination } = await reads.list({ ...place, health: states.join(','), limit: String(limit) })
    return { listings: items.map(toListing), total: pagination.total, end: pagination.offset + items.length }
  }
  const [answering, listed, { facets }] = await Promise.all([
    readGroup(first, LISTED),
    readGroup(second, isOneGroup ? LISTED : FOLDED),
    reads.list({ ...fromStart, limit: '1', facets: 'true' }),
  ])
  const turned = isOneGroup && first.length === 0 ? listed : answering
  const hasMore = turned.listings.length > 0 && turned.end < turned.total
  return {
    kind: 'board',
    answering,
    listed,
    ...countsOf(facets),
    understood: null,
    isWeak: false,
    next: hasMore ? { offset: String(turned.end), ...(!isOneGroup && { health: first.join(',') }) } : null,
  }
}

function countsOf(facets: Facets = noFacets): Pick<Board, 'facets' | 'unpriced'> {
  return { facets, unpriced: facets.priced.find(({ value }) => value === 'false')?.count ?? 0 }
}
