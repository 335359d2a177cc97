import type { Adjustment, Meaning } from '@/lib/bazaar/entry/ranking'
import type { Nearest } from './vector-table'

type Scored = { entryId: bigint; score: number; ranking: { adjustments: Adjustment[]; meaning?: Meaning } }

/**
 * Joins the order by words with the order by meaning, in which quality counts as it does by words.
 * @param fitting entries that fit by their words
 * @param all everything that was scored, also entries that are only near in meaning
 * @param isWeak tells whether an entry that fits best by its words does not really fit
 */
export function fuseRankings<Entry extends Scored>(
  fitting: Entry[],
  all: Entry[],
  meant: Nearest[],
  isWeak: (best: Entry | undefined) => boolean,
): Entry[] {
  const byId = new Map(all.map((entry) => [entry.entryId, entry]))
  const near = meant
    .flatMap((found) => {
      const adjustments = byId.get(found.entryId)?.ranking.adjustments
      if (adjustments === undefined) return []
      return [{ ...found, weight: adjustments.reduce((weight, { factor }) => weight * factor, found.similarity) }]
    })
    .sort((a, b) => b.weight - a.weight)
  const byWords = [...fitting].sort((a, b) => b.score - a.score)
  const idsOf = (entries: { entryId: bigint }[]) => entries.map(({ entryId }) => entryId)
  const meaningOf = new Map(
    near.map(({ entryId, similarity, deviation }, index) => [entryId, { rank: index + 1, similarity, deviation }]),
  )
  const fused = fuse(idsOf(byWords), idsOf(near), { areWordsWeak: isWeak(byWords[0]) })
  return [...fused].flatMap(([entryId, score]) => {
    const entry = byId.get(entryId)
    const meaning = meaningOf.get(entryId)
    if (entry === undefined) return []
    return [{ ...entry, score: score * sinking(entry), ranking: { ...entry.ranking, ...(meaning && { meaning }) } }]
  })
}

/** Dead and distrusted entries sink here as they do by words; two ranks joined would hide the penalty. */
const sinking = ({ ranking }: Scored): number =>
  ranking.adjustments.reduce((product, { reason, factor }) => (reason === 'quality' ? product : product * factor), 1)

/** Evens out the first places; the usual constant of reciprocal rank fusion. Source: Cormack, Clarke, Büttcher 2009. */
const K = 60

/**
 * Joins two orders of entries into one score each, 0 to 1, by reciprocal rank: 1 is first in both. An entry in only one
 * of them gets half at most. An order by words in which nothing really fits weighs half as much.
 */
export function fuse(
  byWords: readonly bigint[],
  byMeaning: readonly bigint[],
  { areWordsWeak = false } = {},
): Map<bigint, number> {
  const fused = new Map<bigint, number>()
  const add = (order: readonly bigint[], weight: number) => {
    for (const [index, entryId] of order.entries())
      fused.set(entryId, (fused.get(entryId) ?? 0) + (weight / 2) * ((K + 1) / (K + 1 + index)))
  }
  add(byWords, areWordsWeak ? 0.5 : 1)
  add(byMeaning, 1)
  return fused
}
