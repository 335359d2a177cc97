import type { Adjustment } from '../entry/entry'
export type Ranked = {
  key: string
  score: number
  coverage: number
  isNewcomer: boolean
  isSuspect: boolean
  type: string
  lowestPrice: bigint | null
}

type Signals = { quality: number; isSuspect: boolean; trust: number; isDead: boolean }

const QUALITY_SHARE = 0.12
const SUSPECT_FACTOR = 0.08
const DEAD_FACTOR = 0.3

/** Quality moves a score by an eighth at most, so popularity cannot replace fit. Terms that changed and death sink it. */
export function adjustScore(
  score: number,
  { quality, isSuspect, trust, isDead }: Signals,
): { score: number; adjustments: Adjustment[] } {
  const adjustments: Adjustment[] = [{ reason: 'quality', factor: 1 - QUALITY_SHARE + QUALITY_SHARE * quality }]
  if (isSuspect) adjustments.push({ reason: 'suspect', factor: SUSPECT_FACTOR })
  if (trust < 1) adjustments.push({ reason: 'terms_changed', factor: trust })
  if (isDead && !isSuspect) adjustments.push({ reason: 'dead', factor: DEAD_FACTOR })
  return { score: adjustments.reduce((product, { factor }) => product * factor, score), adjustments }
}

type Wishes = { preferredType: string | null; order: 'cheapest' | 'dearest' | null }

/**
 * Orders scored entries by their fit, so that a flood of new ones cannot fill a page, and then by the wishes in the
 * words of the search.
 */
export function arrange<Entry extends Ranked>(entries: Entry[], { preferredType, order }: Wishes): Entry[] {
  return orderByPrice(placeNewcomers(prefer(entries, preferredType)), order)
}

const PREFERRED_FACTOR = 1.25
function prefer<Entry extends Ranked>(entries: Entry[], type: string | null): Entry[] {
  if (type === null) return entries
  return entries.map((entry) => (entry.type === type ? { ...entry, score: entry.score * PREFERRED_FACTOR } : entry))
}

/** Newcomers that rank as they fit; more of them rank behind entries that have proved themselves. */
const FREE_NEWCOMERS = 2
const NEWCOMER_FACTOR = 0.7
/** The best fitting newcomer ranks here at the latest, so that new entries can be found and prove themselves. */
const NEWCOMER_SLOT = 7
const NEWCOMER_COVERAGE = 0.8

/** One newcomer that fits well is lifted to its slot; suspects never are. */
function placeNewcomers<Entry extends Ranked>(entries: Entry[]): Entry[] {
  return liftNewcomer(holdBackNewcomers([...entries].sort(byScore)).sort(byScore))
}

function holdBackNewcomers<Entry extends Ranked>(entries: Entry[]): Entry[] {
  let newcomers = 0
  return entries.map((entry) => {
    if (!entry.isNewcomer) return entry
    newcomers += 1
    return newcomers <= FREE_NEWCOMERS ? entry : { ...entry, score: entry.score * NEWCOMER_FACTOR }
  })
}

function liftNewcomer<Entry extends Ranked>(entries: Entry[]): Entry[] {
  const at = entries.findIndex((entry) => entry.isNewcomer && !entry.isSuspect && entry.coverage >= NEWCOMER_COVERAGE)
  const newcomer = entries[at]
  if (newcomer === undefined || at <= NEWCOMER_SLOT) return entries
  const others = entries.filter((entry) => entry !== newcomer)
  return [...others.slice(0, NEWCOMER_SLOT), newcomer, ...others.slice(NEWCOMER_SLOT)]
}

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

/** Entries that score at least this share of the best answer about as well, so that the price may decide. */
const ABOUT_AS_GOOD = 0.6

/**
 * Puts the cheapest (or dearest) first among the entries that fit about as well as the best one. Entries that fit less
 * stay behind, however cheap. `entries` are in their order by fit.
 */
function orderByPrice<Entry extends Ranked>(entries: Entry[], order: Wishes['order']): Entry[] {
  if (order === null) return entries
  const best = Math.max(0, ...entries.map(({ score }) => score))
  const isGood = ({ score }: Entry) => score >= best * ABOUT_AS_GOOD
  const sign = order === 'cheapest' ? 1 : -1
  const byPrice = (a: Entry, b: Entry) => comparePrices(a.lowestPrice, b.lowestPrice, sign)
  return [...entries.filter(isGood).sort(byPrice), ...entries.filter((entry) => !isGood(entry))]
}
function comparePrices(a: bigint | null, b: bigint | null, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return a === b ? 0 : a < b ? -sign : sign
}

type Sortable = Pick<Ranked, 'score' | 'lowestPrice'> & {
  firstSeenAt: Date
  organicPayers: number
  organicCount: number
}

/** Below this share of the best score an entry only shares a word; it is left out in orders other than fit. */
const FITS_SHARE = 0.5

/** Orders the found entries as a reader asks for. Equals stay in the order of their fit. */
export function sortRanked<Entry extends Sortable>(
  ranked: Entry[],
  sort: 'relevance' | 'price' | 'newest' | 'used',
): Entry[] {
  if (sort === 'relevance') return ranked
  const best = Math.max(0, ...ranked.map(({ score }) => score))
  return ranked.filter(({ score }) => score >= best * FITS_SHARE).sort(orders[sort])
}

const orders = {
  price: (a: Sortable, b: Sortable): number => comparePrices(a.lowestPrice, b.lowestPrice, 1),
  newest: (a: Sortable, b: Sortable): number => b.firstSeenAt.getTime() - a.firstSeenAt.getTime(),
  used: (a: Sortable, b: Sortable): number => b.organicPayers - a.organicPayers || b.organicCount - a.organicCount,
}

/** An entry answers a search if it covers this share of the weight of its words. */
export const COVERED = 0.5
