import { z } from 'zod'
import type { Facets } from '@/lib/catalog/browse/facets'
import { listOwnResources } from '@/lib/catalog/browse/list-own-resources'
import { coinOf, type Listing, type ListingOption, toListing } from '@/lib/catalog/browse/listing'
import { presentEntry } from '@/lib/catalog/browse/present-entry'
import type { Survey, Whose } from '@/lib/catalog/browse/survey-entries'
import type { SearchResult } from '@/lib/catalog/search/search-entries'
import { application } from '@/lib/compose/application'
import { isDomainError } from '@/lib/infra/domain-error'

export type { Facets } from '@/lib/catalog/browse/facets'
export type { Listing, ListingOption } from '@/lib/catalog/browse/listing'
export type Understood = SearchResult['understood']

/** A page of the explorer. `next` is what the parameters of the following page have in addition; null on the last one. */
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
  | { kind: 'refused'; message: string }

/**
 * What the public endpoints answer to the same parameters: the search with a `query`, else the list, which people get
 * newest first unless they ask for another order.
 * A parameter out of its bounds is a verdict here, because a reader may have typed it.
 */
export async function findListings(parameters: Record<string, string>): Promise<Listings> {
  const { catalog } = await application()
  try {
    return parameters.query?.trim() ? await search(catalog, parameters) : await list(catalog, parameters)
  } catch (error) {
    if (isDomainError(error) && error.code === 'INVALID_PARAMETER') return { kind: 'refused', message: error.message }
    throw error
  }
}

type Catalog = Awaited<ReturnType<typeof application>>['catalog']

async function search(catalog: Catalog, parameters: Record<string, string>): Promise<Listings> {
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

async function list(catalog: Catalog, { query: _query, ...parameters }: Record<string, string>): Promise<Listings> {
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

const noFacets: Facets = { type: [], network: [], scheme: [], maxUsdPrice: [], health: [], tags: [] }

/** Terms as they were at one moment; `kind` says what had changed. */
export type TermsChange = {
  seenAt: Date
  kind: string
  options: Pick<ListingOption, 'scheme' | 'network' | 'asset' | 'amountAtomic' | 'coin' | 'payTo'>[]
}

export type ListingProbe = {
  probedAt: Date
  isUp: boolean
  status: number | null
  latencyMs: number | null
  problem: string | null
}

export type ListingDetail = {
  listing: Listing
  /** The wire entry, for those who read JSON. */
  wire: object
  /** Newest first. */
  changes: TermsChange[]
  /** Newest first. */
  probes: ListingProbe[]
}

/** One entry with its history; null when nothing is listed under the key. */
export async function findListing(key: string): Promise<ListingDetail | null> {
  const { catalog } = await application()
  const found = await catalog.get(key)
  if (found === null) return null
  return {
    listing: toListing(found.entry),
    wire: presentEntry(found.entry),
    changes: found.priceChanges.map(({ seenAt, kind, options }) => ({ seenAt, kind, options: parseTerms(options) })),
    probes: found.probes,
  }
}

export type Storefront = {
  listings: Listing[]
  total: number
  facets: Facets
  /** What the parameters of the following page have in addition; null on the last one. */
  next: { offset: string } | null
  settlements: Survey['settlements']
  /** Checks by day, oldest first. */
  days: Survey['days']
  /** Newest first, across its entries. */
  changes: (TermsChange & { key: string; title: string })[]
  surveyed: number
}

/** What a host or a wallet sells, one page of it, and how it did; null when nothing is listed of it. */
export async function findStorefront(whose: Whose, offset: string | undefined): Promise<Storefront | null> {
  const { catalog } = await application()
  const parameters = { ...whose, ...(offset !== undefined && /^\d{1,7}$/.test(offset) && { offset }) }
  const [found, survey] = await Promise.all([list(catalog, parameters), catalog.survey(whose)])
  if (found.kind !== 'list' || found.total === 0) return null
  const changes = survey.changes.map((change) => ({ ...change, options: parseTerms(change.options) }))
  return { ...found, ...survey, changes }
}

/** Resources that this site itself sells, as the catalog lists them. */
export async function ownResources(): Promise<string[]> {
  return listOwnResources((await application()).database)
}

const termsSchema = z.array(
  z.object({
    network: z.string(),
    scheme: z.string(),
    asset: z.string().nullable(),
    amount: z.string().regex(/^\d+$/).nullable(),
    payTo: z.string().nullable(),
  }),
)

function parseTerms(stored: unknown): TermsChange['options'] {
  return termsSchema.parse(stored).map(({ network, scheme, asset, amount, payTo }) => ({
    network,
    scheme,
    asset: asset ?? '',
    amountAtomic: amount === null ? null : BigInt(amount),
    coin: coinOf(network, asset ?? ''),
    payTo: payTo ?? '',
  }))
}
