import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStopWord, splitWords, stem } from '../tokenize'

/** Stems of one phrase without stop words, in order. */
export type Phrase = string[]

export type Synonym = { stems: Phrase; isLoose: boolean }

/** Words that mean something else together: one of each group, in any order. Stop words count too. */
type Combination = { groups: Phrase[][]; targets: Phrase[] }

export type Thesaurus = {
  byKey: ReadonlyMap<string, Synonym[]>
  combinations: Combination[]
  /** Stems that are an entry, or part of another language's entry: none of them is a typing error. */
  stems: ReadonlySet<string>
  longest: number
}

export const phraseKey = (stems: readonly string[]): string => stems.join(' ')

/**
 * Builds the table from its lines; every phrase of a line leads to the others, or to those right of `>` or `~`. Left of
 * `>`, `+` separates groups of words that must all be in a search, and `/` the words of a group.
 */
export function buildThesaurus(lines: string[]): Thesaurus {
  const isCombination = (line: string) => line.includes('+')
  const combinations = lines.filter(isCombination).map(toCombination)
  const { byKey, longest } = readPhrases(lines.filter((line) => !isCombination(line)))
  const parts = combinations.flatMap(({ groups }) => groups.flat(2))
  return { byKey, combinations, stems: new Set([...byKey.keys(), ...parts]), longest }
}

function toCombination(line: string): Combination {
  const [left = '', right = ''] = line.split('>')
  const toStems = (phrase: string) => splitWords(phrase).map(stem)
  const groups = left.split('+').map((group) =>
    group
      .split('/')
      .map(toStems)
      .filter((phrase) => phrase.length > 0),
  )
  return { groups, targets: phrasesOf(right).map(({ stems }) => stems) }
}

function readPhrases(lines: string[]): Pick<Thesaurus, 'byKey' | 'longest'> {
  const byKey = new Map<string, Synonym[]>()
  let longest = 1
  for (const line of lines) {
    const [left = '', right] = line.split(/[>~]/)
    const isLoose = line.includes('~')
    const keys = phrasesOf(left)
    const targets = right === undefined ? keys : phrasesOf(right)
    for (const key of keys) {
      const others = targets.filter((target) => target.text !== key.text).map(({ stems }) => ({ stems, isLoose }))
      byKey.set(key.text, uniqueSynonyms([...others, ...(byKey.get(key.text) ?? [])]))
      longest = Math.max(longest, key.length)
    }
  }
  return { byKey, longest }
}

/** A phrase with its stop words kept in the key when dropping them would leave too little of it. */
function phrasesOf(text: string) {
  return text
    .split(',')
    .map((phrase) => splitWords(phrase.trim()))
    .filter((words) => words.length > 0)
    .map((words) => {
      const stems = words.filter((word) => !isStopWord(word)).map(stem)
      const hasStopWords = words.length > stems.length && (stems.length < 2 || words.length - stems.length > 1)
      const keyWords = hasStopWords ? words.map(stem) : stems
      return { text: phraseKey(keyWords), length: keyWords.length, stems }
    })
    .filter((phrase) => phrase.stems.length > 0)
}

/** A phrase that is both loosely and closely related is close. */
const uniqueSynonyms = (synonyms: Synonym[]): Synonym[] => {
  const loose = synonyms.filter(({ isLoose }) => isLoose)
  const close = synonyms.filter(({ isLoose }) => !isLoose)
  return [...new Map([...loose, ...close].map((synonym) => [phraseKey(synonym.stems), synonym])).values()]
}

/** A word of another language is also near to every meaning of its English word. */
function chain({ byKey, stems, ...rest }: Thesaurus, foreignLines: string[]): Thesaurus {
  const chained = new Map(byKey)
  const parts: string[] = []
  for (const { text } of foreignLines.flatMap((line) => phrasesOf(line.split('>')[0] ?? ''))) {
    const synonyms = byKey.get(text)
    parts.push(...text.split(' '))
    if (synonyms === undefined) continue
    const close = synonyms.filter(({ isLoose }) => !isLoose)
    const further = close.flatMap(({ stems }) => byKey.get(phraseKey(stems)) ?? [])
    const loosely = further.filter(({ isLoose }) => !isLoose).map(({ stems }) => ({ stems, isLoose: true }))
    chained.set(text, uniqueSynonyms([...loosely, ...synonyms]))
  }
  return { ...rest, byKey: chained, stems: new Set([...stems, ...parts]) }
}

const DATA_FILE = 'lib/bazaar/search/thesaurus/thesaurus.txt'
const EVERYDAY_FILE = 'lib/bazaar/search/thesaurus/everyday.txt'
const FOREIGN_HEADING = '## Everyday words of other languages'

/** The shipped lines: English ones, and those that lead from other languages to English. */
function readLines(folder = process.cwd()): { english: string[]; foreign: string[] } {
  const text = readFileSync(/*turbopackIgnore: true*/ join(folder, DATA_FILE), 'utf8')
  const everyday = readFileSync(/*turbopackIgnore: true*/ join(folder, EVERYDAY_FILE), 'utf8')
  const [english = '', foreign = ''] = text.split(FOREIGN_HEADING)
  const linesOf = (part: string) =>
    part
      .split('\n')
      .slice(1)
      .filter((line) => line !== '' && !line.startsWith('#'))
  return { english: [...linesOf(english), ...linesOf(everyday)], foreign: linesOf(foreign) }
}

const { english, foreign } = readLines()

/** The catalog's own: general words of the listings' fields. Nothing in it names a listing. */
export const thesaurus: Thesaurus = chain(buildThesaurus([...english, ...foreign]), foreign)
