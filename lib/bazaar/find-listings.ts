import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { Facets } from './browse/facets'
import { type Listing, toListing } from './browse/listing'
import type { Catalog } from './create-catalog'
import type { SearchResult } from './search/search-entries'

export type Understood = SearchResult['understood']

/** A page of the explorer. `next` holds the additional parameters of the following page; null on the last one. */
export type Listings =
  | { kind: 'list'; listings: Listing[]; total: number; facets: Facets; next: { offset: string } | null }
  | {
      kind: 'search'
      listings: Listing[]
      total: number
      facets: Facets
      understood: Understood
      isWeak: boolean
      next: { cursor: string } | null
    }
  | { kind: 'refused'; why: Sentence }

/**
 * The same result as the public endpoints for the same parameters: the search with a `query`, else the list, newest
 * first unless another order is asked for.
 * A parameter out of its bounds is a verdict here, because a reader may have typed it.
 */
export async function findListings(catalog: Reads, parameters: Record<string, string>): Promise<Listings> {
  try {
    return parameters.query?.trim() ? await search(catalog, parameters) : await findListed(catalog, parameters)
  } catch (error) {
    if (isDomainError(error) && error.code === 'INVALID_PARAMETER')
      return { kind: 'refused', why: error.sentence ?? say('plain', { text: error.message }) }
    throw error
  }
}

type Reads = Pick<Catalog, 'list' | 'search'>

async function search(catalog: Reads, parameters: Record<string, string>): Promise<Listings> {
  const { resources, understood, partialResults, pagination, facets } = await catalog.search({
    ...parameters,
    facets: 'true',
  })
  return {
    kind: 'search',
    listings: resources.map(toListing),
    total: pagination.total,
    facets: facets ?? noFacets,
    understood,
    isWeak: partialResults === true,
    next: pagination.cursor === null ? null : { cursor: pagination.cursor },
  }
}

/** A page of the list, newest first unless the parameters say otherwise. */
export async function findListed(
  catalog: Pick<Catalog, 'list'>,
  { query: _query, ...parameters }: Record<string, string>,
): Promise<Extract<Listings, { kind: 'list' }>> {
  const { items, pagination, facets } = await catalog.list({ sort: 'newest', ...parameters, facets: 'true' })
  const end = pagination.offset + items.length
  return {
    kind: 'list',
    listings: items.map(toListing),
    total: pagination.total,
    facets: facets ?? noFacets,
    next: items.length > 0 && end < pagination.total ? { offset: String(end) } : null,
  }
}

export const noFacets: Facets = {
  ...{ type: [], network: [], scheme: [], maxUsdPrice: [] },
  ...{ health: [], tags: [], priced: [], x402Version: [] },
}
