export type Ranked = {
  key: string
  hostGroup: string
  proseHash: string | null
  score: number
  coverage: number
  isNewcomer: boolean
  isSuspect: boolean
}

/** Entries of one host that keep their score; each further one counts a little less. */
const FREE_PER_HOST = 4
const HOST_DECAY = 0.95
const SAME_PROSE_DECAY = 0.97
/** Newcomers that rank as they fit; more of them rank behind entries that have proved themselves. */
const FREE_NEWCOMERS = 2
const NEWCOMER_FACTOR = 0.7
/** The best fitting newcomer ranks here at the latest, so that new entries can be found and prove themselves. */
const NEWCOMER_SLOT = 7
const NEWCOMER_COVERAGE = 0.8

/**
 * Orders scored entries so that one host cannot fill a page, unless the search names that host. Entries with the
 * same prose on one host count as one. One newcomer that fits well is lifted to its slot; suspects never are.
 */
export function diversify<Entry extends Ranked>(entries: Entry[], namedHosts: ReadonlySet<string>): Entry[] {
  const perHost = new Map<string, number>()
  const perProse = new Map<string, number>()
  const spread = [...entries].sort(byScore).map((entry) => {
    if (namedHosts.has(entry.hostGroup)) return entry
    const crowd = count(perHost, entry.hostGroup)
    const copies = entry.proseHash === null ? 0 : count(perProse, `${entry.hostGroup} ${entry.proseHash}`)
    const factor = HOST_DECAY ** Math.max(0, crowd - FREE_PER_HOST) * SAME_PROSE_DECAY ** Math.min(copies, 8)
    return { ...entry, score: entry.score * factor }
  })
  return liftNewcomer(holdBackNewcomers(spread.sort(byScore)).sort(byScore))
}

function holdBackNewcomers<Entry extends Ranked>(entries: Entry[]): Entry[] {
  let newcomers = 0
  return entries.map((entry) => {
    if (!entry.isNewcomer) return entry
    newcomers += 1
    return newcomers <= FREE_NEWCOMERS ? entry : { ...entry, score: entry.score * NEWCOMER_FACTOR }
  })
}

/** Returns how often `key` was counted before, and counts it. */
function count(counts: Map<string, number>, key: string): number {
  const before = counts.get(key) ?? 0
  counts.set(key, before + 1)
  return before
}

function liftNewcomer<Entry extends Ranked>(entries: Entry[]): Entry[] {
  const at = entries.findIndex((entry) => entry.isNewcomer && !entry.isSuspect && entry.coverage >= NEWCOMER_COVERAGE)
  const newcomer = entries[at]
  if (newcomer === undefined || at <= NEWCOMER_SLOT) return entries
  const others = entries.filter((entry) => entry !== newcomer)
  return [...others.slice(0, NEWCOMER_SLOT), newcomer, ...others.slice(NEWCOMER_SLOT)]
}

const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
