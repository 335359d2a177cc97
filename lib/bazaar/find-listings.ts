import type { Facets } from './browse/facets'
import type { EntryDetail } from './browse/get-entry'
import type { EntryList } from './browse/list-entries'
import { type Listing, toListing } from './browse/listing'
import { presentEntry } from './browse/present-entry'
import type { SearchResult } from './search/search-entries'

type Parameters = Record<string, string>

/** The catalog's readings, for the public endpoints and for pages. */
export type Reads = {
  list: (parameters: Parameters) => Promise<EntryList>
  search: (parameters: Parameters) => Promise<SearchResult>
  get: (key: string) => Promise<EntryDetail | null>
}

export type ListingProbe = EntryDetail['probes'][number]

export type ListingDetail = {
  listing: Listing
  /** The wire entry, for those who read JSON. */
  wire: object
  /** Newest first. */
  probes: ListingProbe[]
}

export async function findListing(reads: Reads, key: string): Promise<ListingDetail | null> {
  const found = await reads.get(key)
  if (found === null) return null
  return {
    listing: toListing(found.entry),
    wire: presentEntry(found.entry),
    probes: found.probes,
  }
}

export type Listed = { listings: Listing[]; total: number; facets: Facets; next: { offset: string } | null }

/**
 * A page of the list, newest first unless the parameters say otherwise. `next` holds the additional parameters of the
 * following page; null on the last one.
 */
export async function findListed(reads: Reads, parameters: Parameters): Promise<Listed> {
  const { items, pagination, facets = noFacets } = await reads.list({ sort: 'newest', ...parameters, facets: 'true' })
  const end = pagination.offset + items.length
  const next = items.length > 0 && end < pagination.total ? { offset: String(end) } : null
  return { listings: items.map(toListing), total: pagination.total, facets, next }
}

export const noFacets: Facets = {
  ...{ type: [], network: [], scheme: [], maxUsdPrice: [] },
  ...{ health: [], tags: [], priced: [], x402Version: [] },
}
