const MAX_CORRECTIONS = 4
const TYPO_WEIGHT = 0.75

/** The nearest words, each with its weight: fewer slips first, then the more frequent. */
export function nearestWords(
  word: string,
  vocabulary: Iterable<readonly [string, number]>,
): { word: string; weight: number }[] {
  const allowed = word.length >= 7 ? 2 : 1
  const near: { word: string; slips: number; frequency: number }[] = []
  for (const [candidate, frequency] of vocabulary) {
    if (Math.abs(candidate.length - word.length) > allowed || !/^[a-z]+$/.test(candidate)) continue
    const slips = editDistance(word, candidate, allowed)
    if (slips <= allowed && (candidate[0] === word[0] || (slips === 1 && word.length >= 6)))
      near.push({ word: candidate, slips, frequency })
  }
  const fewest = Math.min(...near.map(({ slips }) => slips))
  return near
    .filter(({ slips }) => slips === fewest)
    .sort((a, b) => b.frequency - a.frequency)
    .slice(0, MAX_CORRECTIONS)
    .map(({ word: candidate, slips }) => ({ word: candidate, weight: TYPO_WEIGHT + (slips === 1 ? 0.1 : 0) }))
}

/** Insertions, deletions, changes and swaps of neighbours between two words; stops counting beyond `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1]
      let slips = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (isSame ? 0 : 1))
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) slips = Math.min(slips, (beforePrevious[j - 2] ?? 0) + 1)
      current.push(slips)
    }
    if (Math.min(...current) > limit) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? limit + 1
}
