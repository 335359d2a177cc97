import type { Facets } from './browse/facets'
import { type Listing, toListing } from './browse/listing'
import type { Catalog } from './create-catalog'

/**
 * The same entries as the public endpoints for the same parameters: of the search with a `query`, else of the list,
 * newest first unless another order is asked for. Throws `INVALID_PARAMETER`.
 */
export async function findListings(
  catalog: Pick<Catalog, 'list' | 'search'>,
  parameters: Record<string, string>,
): Promise<Listing[]> {
  if (parameters.query?.trim()) return (await catalog.search(parameters)).resources.map(toListing)
  return (await findListed(catalog, parameters)).listings
}

type Listed = { listings: Listing[]; total: number; facets: Facets; next: { offset: string } | null }

/**
 * A page of the list, newest first unless the parameters say otherwise. `next` holds the additional parameters of the
 * following page; null on the last one.
 */
export async function findListed(
  catalog: Pick<Catalog, 'list'>,
  { query: _query, ...parameters }: Record<string, string>,
): Promise<Listed> {
  const { items, pagination, facets = noFacets } = await catalog.list({ sort: 'newest', ...parameters, facets: 'true' })
  const end = pagination.offset + items.length
  const next = items.length > 0 && end < pagination.total ? { offset: String(end) } : null
  return { listings: items.map(toListing), total: pagination.total, facets, next }
}

export const noFacets: Facets = {
  ...{ type: [], network: [], scheme: [], maxUsdPrice: [] },
  ...{ health: [], tags: [], priced: [], x402Version: [] },
}
