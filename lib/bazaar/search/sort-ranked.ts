import { comparePrices } from './order-by-price'

/** A scored entry's values for sorting by something other than fit. */
export type Sortable = {
  key: string
  score: number
  lowestPrice: bigint | null
  firstSeenAt: Date
  organicPayers: number
  organicCount: number
}

export type SearchSort = 'relevance' | 'price' | 'newest' | 'used'

/** Below this share of the best score an entry only shares a word; it is left out in orders other than fit. */
const FITS_SHARE = 0.5

/** Orders the found entries. Unknown prices come after every known one; equals stay in the order of their fit. */
export function sortRanked<Entry extends Sortable>(ranked: Entry[], sort: SearchSort): Entry[] {
  if (sort === 'relevance') return ranked
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  return ranked.filter(({ score }) => score >= best * FITS_SHARE).sort(orders[sort])
}

const orders = {
  price: (a: Sortable, b: Sortable): number => comparePrices(a.lowestPrice, b.lowestPrice, 1),
  newest: (a: Sortable, b: Sortable): number => b.firstSeenAt.getTime() - a.firstSeenAt.getTime(),
  used: (a: Sortable, b: Sortable): number => b.organicPayers - a.organicPayers || b.organicCount - a.organicCount,
}
