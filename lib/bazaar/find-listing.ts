import type { PaymentOption } from '@/lib/base/x402/payment-option'
import type { Facets } from './browse/facets'
import type { EntryDetail } from './browse/get-entry'
import { type Listing, toListing } from './browse/listing'
import { presentEntry } from './browse/present-entry'
import type { Survey, Whose } from './browse/survey-entries'
import type { Catalog } from './create-catalog'
import { coinOf } from './entry/assets'
import { storedTerms } from './entry/stored-terms'
import { findListed } from './find-listings'

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

export async function findListing(catalog: Pick<Catalog, 'get'>, key: string): Promise<ListingDetail | null> {
  const found = await catalog.get(key)
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
  catalog: Pick<Catalog, 'list' | 'survey'>,
  whose: Whose,
  offset: string | undefined,
): Promise<Storefront | null> {
  const parameters = { ...whose, ...(offset !== undefined && /^\d{1,7}$/.test(offset) && { offset }) }
  const [found, survey] = await Promise.all([findListed(catalog, parameters), catalog.survey(whose)])
  if (found.total === 0) return null
  const changes = survey.changes.map((change) => ({ ...change, options: parseTerms(change.options) }))
  return { ...found, ...survey, changes }
}
