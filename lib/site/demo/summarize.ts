export const MAXIMUM_SUMMARY_INPUT = 10_000

export type Summary = {
  summary: string
  characters: number
  sentences: { total: number; kept: number }
  method: string
}

/**
 * Picks the sentences that carry the most of a text's recurring words, in their own order: an extractive summary,
 * the same for the same text. Keeps about a quarter of the sentences, at least one, at most five.
 */
export function summarize(text: string): Summary {
  const sentences = splitSentences(text)
  const weights = weighWords(text)
  const ranked = sentences
    .map((sentence, index) => ({ index, score: scoreSentence(sentence, index, weights) }))
    .sort((a, b) => b.score - a.score || a.index - b.index)
  const kept = Math.min(5, Math.max(1, Math.round(sentences.length / 4)))
  const chosen = new Set(ranked.slice(0, kept).map(({ index }) => index))
  return {
    summary: sentences.filter((_, index) => chosen.has(index)).join(' '),
    characters: [...text].length,
    sentences: { total: sentences.length, kept: Math.min(kept, sentences.length) },
    method: 'extractive: sentences with the most frequent long words',
  }
}

function splitSentences(text: string): string[] {
  const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
}

/** Only long words: the short ones of a language join the others, and say little. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{5,}/gu) ?? []

function weighWords(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Mean weight of the words, so that length has no advantage; an opening sentence counts a little more. */
function scoreSentence(sentence: string, index: number, weights: Map<string, number>): number {
  const words = wordsOf(sentence)
  if (words.length === 0) return 0
  const total = words.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
  return (total / Math.sqrt(words.length + 4)) * (index === 0 ? 1.15 : 1)
}
