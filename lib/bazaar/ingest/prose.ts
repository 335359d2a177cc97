import { createHash } from 'node:crypto'
import { isStopWord, splitWords, stem } from '../search/tokenize'

/** Shorter prose is too common to show that one copied the other. */
const MIN_WORDS_TO_COMPARE = 6
const SKETCH_SIZE = 12

export type ProseFacts = { hash: bigint | null; sketch: number[]; isStuffed: boolean }

/** Facts about a description for search besides its words: whether it is a copy, and whether it is stuffed. */
export function fingerprintProse(description: string | null): ProseFacts {
  const words = splitWords(description ?? '').filter((word) => !/^\d+$/.test(word))
  if (words.length === 0) return { hash: null, sketch: [], isStuffed: false }
  return {
    hash: hash64(words.join(' ')),
    sketch: words.length >= MIN_WORDS_TO_COMPARE ? sketch(words) : [],
    isStuffed: isStuffed(words),
  }
}

/** First 63 bits of SHA-256, so that it fits a signed column. */
export const hash64 = (text: string): bigint => createHash('sha256').update(text).digest().readBigUInt64BE() >> 1n

/**
 * The smallest hashes of the text's word triples, one per hash function: two texts share about as many of them as
 * they share triples. Source: Broder, On the resemblance and containment of documents.
 */
function sketch(words: string[]): number[] {
  const smallest = new Array<number>(SKETCH_SIZE).fill(0x7fffffff)
  for (let index = 0; index + 2 < words.length; index += 1) {
    const triple = fnv1a(`${words[index]} ${words[index + 1]} ${words[index + 2]}`)
    for (let row = 0; row < SKETCH_SIZE; row += 1) {
      const value = mix(triple, row)
      if (value < (smallest[row] ?? 0)) smallest[row] = value
    }
  }
  // The row is part of the value, so that equal values of different rows do not match in the index.
  return smallest.map((value, row) => ((value & 0x07ffffff) << 4) | row)
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

function mix(value: number, row: number): number {
  let mixed = Math.imul(value ^ (row * 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 1) & 0x7fffffff
}

/**
 * True for text written for a search engine: one word repeated, or a long list of words with no sentence in it. Real
 * listings that merely name what they replace stay well below both bounds.
 */
function isStuffed(words: string[]): boolean {
  const meaningful = words.filter((word) => !isStopWord(word))
  const counts = new Map<string, number>()
  for (const word of meaningful) counts.set(stem(word), (counts.get(stem(word)) ?? 0) + 1)
  const highest = Math.max(0, ...counts.values())
  const isRepeating = highest >= 6 && highest / meaningful.length >= 0.14
  const isWordList = words.length >= 70 && meaningful.length / words.length > 0.95
  return isRepeating || isWordList
}
