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
