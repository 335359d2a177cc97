type Priced = { score: number; type: string; lowestPrice: bigint | null }

/** Entries that score at least this share of the best answer about as well, so that the price may decide. */
const ABOUT_AS_GOOD = 0.6
const PREFERRED_FACTOR = 1.25

/**
 * Puts the cheapest (or dearest) first among the entries that fit about as well as the best one; unknown prices come
 * behind known ones. Entries that fit less stay behind, however cheap. `entries` are in their order by fit.
 */
export function orderByPrice<Entry extends Priced>(entries: Entry[], order: 'cheapest' | 'dearest' | null): Entry[] {
  if (order === null) return entries
  const best = Math.max(0, ...entries.map(({ score }) => score))
  const isGood = ({ score }: Entry) => score >= best * ABOUT_AS_GOOD
  const sign = order === 'cheapest' ? 1 : -1
  const byPrice = (a: Entry, b: Entry) => comparePrices(a.lowestPrice, b.lowestPrice, sign)
  return [...entries.filter(isGood).sort(byPrice), ...entries.filter((entry) => !isGood(entry))]
}

/** Unknown prices come behind every known one, whichever way those are sorted. */
export function comparePrices(a: bigint | null, b: bigint | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -sign : sign
}

/** A type that is preferred stands before the other at about equal fit. */
export function prefer<Entry extends Priced>(entries: Entry[], type: string | null): Entry[] {
  if (type === null) return entries
  return entries.map((entry) => (entry.type === type ? { ...entry, score: entry.score * PREFERRED_FACTOR } : entry))
}
