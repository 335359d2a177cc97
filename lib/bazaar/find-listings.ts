import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { Facets } from './browse/facets'
import type { EntryDetail } from './browse/get-entry'
import type { EntryList } from './browse/list-entries'
import { type Listing, toListing } from './browse/listing'
import { presentEntry } from './browse/present-entry'
import type { Survey, Whose } from './browse/survey-entries'
import { coinOf } from './entry/assets'
import { storedTerms } from './entry/stored-terms'
import type { SearchResult } from './search/search-entries'

type Parameters = Record<string, string>

/** The catalog's readings, for the public endpoints and for pages. */
export type Reads = {
  list: (parameters: Parameters) => Promise<EntryList>
  search: (parameters: Parameters) => Promise<SearchResult>
  get: (key: string) => Promise<EntryDetail | null>
  /** The history of entries of a host, or of those that pay a wallet. */
  survey: (whose: Whose) => Promise<Survey>
}

/**
 * The same entries as the public endpoints for the same parameters: of the search with a `query`, else of the list,
 * newest first unless another order is asked for. Throws `INVALID_PARAMETER`.
 */
export async function findListings(reads: Reads, parameters: Parameters): Promise<Listing[]> {
  if (parameters.query?.trim()) return (await reads.search(parameters)).resources.map(toListing)
  return (await findListed(reads, parameters)).listings
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

export type Storefront = {
  listings: Listing[]
  total: number
  facets: Facets
  /** Additional parameters of the following page; null on the last one. */
  next: { offset: string } | null
  settlements: Survey['settlements']
  /** Checks by day, oldest first. */
  days: Survey['days']
  /** Newest first, across its entries. */
  changes: (TermsChange & { key: string; title: string })[]
  surveyed: number
}

/** One page of a host's or a wallet's entries, with their history; null when it has none. */
export async function findStorefront(
  reads: Reads,
  whose: Whose,
  offset: string | undefined,
): Promise<Storefront | null> {
  const parameters = { ...whose, ...(offset !== undefined && /^\d{1,7}$/.test(offset) && { offset }) }
  const [found, survey] = await Promise.all([findListed(reads, parameters), reads.survey(whose)])
  if (found.total === 0) return null
  const changes = survey.changes.map((change) => ({ ...change, options: parseTerms(change.options) }))
  return { ...found, ...survey, changes }
}

type Listed = { listings: Listing[]; total: number; facets: Facets; next: { offset: string } | null }

/**
 * A page of the list, newest first unless the parameters say otherwise. `next` holds the additional parameters of the
 * following page; null on the last one.
 */
async function findListed(reads: Reads, { query: _query, ...parameters }: Parameters): Promise<Listed> {
  const { items, pagination, facets = noFacets } = await reads.list({ sort: 'newest', ...parameters, facets: 'true' })
  const end = pagination.offset + items.length
  const next = items.length > 0 && end < pagination.total ? { offset: String(end) } : null
  return { listings: items.map(toListing), total: pagination.total, facets, next }
}

export const noFacets: Facets = {
  ...{ type: [], network: [], scheme: [], maxUsdPrice: [] },
  ...{ health: [], tags: [], priced: [], x402Version: [] },
}
