import type { Facets } from './browse/facets'
import type { Listing } from './browse/listing'
import type { Survey, Whose } from './browse/survey-entries'
import type { Catalog } from './create-catalog'
import { parseTerms, type TermsChange } from './find-listing'
import { findListed } from './find-listings'

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
