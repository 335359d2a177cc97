import type { Database } from '@/lib/base/infra/database'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type Facets, facetNames } from './browse/facets'
import { listEntries } from './browse/list-entries'
import type { Entry } from './entry/entry'
import { parseQuery, type Said } from './search/parse-query'
import { type SearchResult, searchEntries } from './search/search-entries'

export type Understood = SearchResult['understood']

type Parameters = Record<string, string>

export type Board = {
  kind: 'board'
  entries: Entry[]
  total: number
  facets: Facets
  /** The words of a search as they were understood; null for the list. */
  understood: Understood | null
  /** The words that each limit of a search was read from. */
  said: Said
  isWeak: boolean
  /** Additional parameters of the following page; null on the last one. */
  next: { cursor: string } | { offset: string } | null
}

export type FoundBoard = Board | { kind: 'refused'; why: Sentence }

const SEARCHED = '40'
const LISTED = '20'

/**
 * Entries by the public endpoints' parameters, in their order; the list by independent payers, unless another order is
 * asked for. A parameter out of its bounds is a verdict here, because a reader may have typed it.
 */
export async function findBoard(database: Database, parameters: Parameters): Promise<FoundBoard> {
  try {
    return parameters.query?.trim() ? await searchBoard(database, parameters) : await listBoard(database, parameters)
  } catch (error) {
    if (isDomainError(error) && error.code === 'INVALID_PARAMETER')
      return { kind: 'refused', why: error.sentence ?? say('plain', { text: error.message }) }
    throw error
  }
}

async function searchBoard(database: Database, parameters: Parameters): Promise<Board> {
  const asked = { ...parameters, facets: 'true', limit: SEARCHED }
  const { resources, understood, partialResults, pagination, facets = noFacets } = await searchEntries(database, asked)
  const named = understood.networks.concat(understood.excludedNetworks)
  return {
    kind: 'board',
    entries: resources,
    total: pagination.total,
    facets,
    understood,
    said: parseQuery(parameters.query ?? '', (name) => named.includes(name)).said,
    isWeak: partialResults === true,
    next: pagination.cursor === null ? null : { cursor: pagination.cursor },
  }
}

async function listBoard(database: Database, { query: _query, ...given }: Parameters): Promise<Board> {
  const asked = { sort: 'used', ...given, facets: 'true', limit: LISTED }
  const { items, pagination, facets = noFacets } = await listEntries(database, asked)
  const end = pagination.offset + items.length
  return {
    kind: 'board',
    entries: items,
    total: pagination.total,
    facets,
    understood: null,
    said: {},
    isWeak: false,
    next: items.length > 0 && end < pagination.total ? { offset: String(end) } : null,
  }
}

const noFacets = Object.fromEntries(facetNames.map((name) => [name, []])) as unknown as Facets
