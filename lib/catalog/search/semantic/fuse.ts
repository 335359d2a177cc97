/** Evens out the first places; the usual constant of reciprocal rank fusion. Source: Cormack, Clarke, Büttcher 2009. */
const K = 60

/**
 * Joins two orders of entries into one score each, 0 to 1, by reciprocal rank: 1 is first in both. What only one of
 * them knows counts half at most. An order by words in which nothing really fits weighs half as much.
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
