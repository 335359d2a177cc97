export type Ranked = { key: string; score: number; coverage: number; isNewcomer: boolean; isSuspect: boolean }

/** Newcomers that rank as they fit; more of them rank behind entries that have proved themselves. */
const FREE_NEWCOMERS = 2
const NEWCOMER_FACTOR = 0.7
/** The best fitting newcomer ranks here at the latest, so that new entries can be found and prove themselves. */
const NEWCOMER_SLOT = 7
const NEWCOMER_COVERAGE = 0.8

/**
 * Orders scored entries so that a flood of new ones cannot fill a page. One newcomer that fits well is lifted to its
 * slot; suspects never are.
 */
export function placeNewcomers<Entry extends Ranked>(entries: Entry[]): Entry[] {
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
