import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { Facets } from './browse/facets'
import type { EntryDetail } from './browse/get-entry'
import type { EntryList } from './browse/list-entries'
import { type Listing, toListing } from './browse/listing'
import { presentEntry } from './browse/present-entry'
import { coinOf } from './entry/assets'
import { storedTerms } from './entry/stored-terms'
import type { SearchResult } from './search/search-entries'

type Parameters = Record<string, string>

/** The catalog's readings, for the public endpoints and for pages. */
export type Reads = {
  list: (parameters: Parameters) => Promise<EntryList>
  search: (parameters: Parameters) => Promise<SearchResult>
  get: (key: string) => Promise<EntryDetail | null>
}

/** Terms at one moment; `kind` says what had changed. */
export type TermsChange = {
  seenAt: Date
  kind: string
  options: Omit<PaymentOption<bigint | null>, 'timeoutSeconds'>[]
}

export type ListingProbe = EntryDetail['probes'][number]

export type ListingDetail = {
  listing: Listing
  /** The wire entry, for those who read JSON. */
  wire: object
  /** Newest first. */
  changes: TermsChange[]
  /** Newest first. */
  probes: ListingProbe[]
}

export async function findListing(reads: Reads, key: string): Promise<ListingDetail | null> {
  const found = await reads.get(key)
  if (found === null) return null
  return {
    listing: toListing(found.entry),
    wire: presentEntry(found.entry),
    changes: found.priceChanges.map(({ seenAt, kind, options }) => ({ seenAt, kind, options: parseTerms(options) })),
    probes: found.probes,
  }
}

function parseTerms(stored: unknown): TermsChange['options'] {
  return storedTerms.parse(stored).map(({ network, scheme, asset, amount, payTo }) => ({
    network,
    scheme,
    asset: asset ?? '',
    amountAtomic: amount === null ? null : BigInt(amount),
    coin: coinOf(network, asset ?? ''),
    payTo: payTo ?? '',
  }))
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
