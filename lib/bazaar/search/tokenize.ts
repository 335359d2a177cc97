import { stemmer } from 'stemmer'
import lists from './words.json' with { type: 'json' }

/**
 * Words as the catalog indexes and searches them: accents folded, camelCase and paths cut, English stemmed,
 * Chinese, Japanese and Korean in overlapping pairs of characters. Both sides use this one function, so a word
 * that was indexed is a word that can be found.
 */

/** English words without meaning in a search; they are neither indexed nor searched. */
const STOP_WORDS = new Set(lists.stop.split(' '))

/** Words on nearly every listing: they never decide whether something fits, only how well. */
const WEAK_WORDS = new Set(lists.weak.split(' '))

/** Words of everyday speech that say little about what a service does, however rare they are among listings. */
const GENERIC_WORDS = new Set(lists.generic.split(' '))

const CJK_STOP = new Set(lists.stopPairs.split(' '))

export const isGenericWord = (word: string): boolean => GENERIC_WORDS.has(word)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word) || CJK_STOP.has(word)
export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word)

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
const MARKS = /\p{M}+/gu
const MAX_WORD_LENGTH = 40

/** Lower case, without accents and without look-alike forms; invisible characters are gone. */
function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}

/** Words of `text` in order, folded, not stemmed; stop words stay. */
export function splitWords(text: string): string[] {
  const words: string[] = []
  const plain = foldText(separateCamelCase(text)).replace(/(\p{L})['’]s(?!\p{L})/gu, '$1')
  for (const [run] of plain.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (run.length === 1 && /[a-wyz]/.test(run)) continue
    if (!CJK.test(run)) {
      if (run.length <= MAX_WORD_LENGTH) words.push(run)
      continue
    }
    for (const part of run
      .replace(CJK_RUN, (cjk) => ` ${cjk} `)
      .trim()
      .split(/\s+/)) {
      if (CJK.test(part)) words.push(...characterPairs(part))
      else if (part.length <= MAX_WORD_LENGTH) words.push(part)
    }
  }
  return words
}

/** `getTokenPrice` → `get Token Price`; `OHLCVData` → `OHLCV Data`; `URLs` stays. */
const separateCamelCase = (text: string): string =>
  text.replace(/(\p{Ll}|\d)(\p{Lu}\p{Ll})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}(?!s(?!\p{L}))\p{Ll})/gu, '$1 $2')

function characterPairs(run: string): string[] {
  const characters = [...run]
  if (characters.length < 2) return characters
  return characters.slice(0, -1).map((character, index) => character + characters[index + 1])
}

const stems = new Map<string, string>()

/** Words whose Porter stem is that of another word with another meaning; they only lose their plural. */
const OWN_STEM = new Set(
  `accessibility publication general generic generics universal university universe organic organization organ policy police
  news international intern important importance import marketing community communication formation format information
  population popular conversation conversion converse author authority authorize animal animate executive execute
  experience experiment station stationery capital operation opera several severe relative relation server service
  personal person physical physician numerical numerous past paste market medium media mediation stock stocking
  convert contractor contraction constitution institute designation nation national native transition transit
  communicate commune transaction computation professional profession probation rational ration ethics ether
  commercial commerce electric election elector terminal term`
    .trim()
    .split(/\s+/),
)

/** Porter's stem of one folded word; words with digits or outside Latin letters stay as they are. */
export function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stemmed = stemLatin(word)
  if (stems.size > 50_000) stems.clear()
  stems.set(word, stemmed)
  return stemmed
}

function stemLatin(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/([^s])s$/, '$1')
  if (OWN_STEM.has(word)) return word
  return OWN_STEM.has(singular) ? singular : stemmer(word)
}
