import { type Database, sql } from '@/lib/base/infra/database'
import { editDistance } from '@/lib/base/infra/edit-distance'
import { trigramSchema } from '@/lib/base/infra/extensions'
import type { Concept, Corrections } from './concepts'
import type { Thesaurus } from './thesaurus/thesaurus'
import { isStopWord, splitWords, stem } from './tokenize'

const MAX_CANDIDATES = 3_000

/**
 * For each word of a search that neither an entry nor the thesaurus knows, the words that may have been meant: those of
 * the same initial and similar length, and those that share trigrams. The last word may also be the beginning of one
 * that is still being typed.
 */
export async function findCorrections(database: Database, topic: string, { stems }: Thesaurus): Promise<Corrections> {
  const all = splitWords(topic)
  const last = all.at(-1) ?? ''
  const isOpen = (word: string) => !isStopWord(word) && !stems.has(stem(word))
  const words = [...new Set(all)].filter((word) => /^[a-z]{3,30}$/.test(word) && isOpen(word))
  if (words.length === 0) return new Map()
  const known = await database.rows<{
    word: string
    stem: string
    frequency: number
  }>(sql.named` SELECT word, stem, frequency FROM catalog_words
    WHERE (word = ANY(${words}) OR stem = ANY(${words.map(stem)})) AND frequency > 0`)
  const frequencyOf = (word: string) =>
    Math.max(0, ...known.filter((row) => row.word === word || row.stem === stem(word)).map((row) => row.frequency))
  const corrections = new Map<string, { word: string; weight: number }[]>()
  if (words.includes(last)) {
    const completions = await findCompletions(database, last, frequencyOf(last))
    if (completions.length > 0) corrections.set(last, completions)
  }
  const unknown = words.filter((word) => word.length >= 4 && frequencyOf(word) === 0 && !corrections.has(word))
  const trigrams = await trigramSchema(database)
  for (const word of unknown.slice(0, 8)) {
    const near = await database.rows<{ word: string; frequency: number }>(sql`
      (SELECT word, frequency FROM catalog_words
        WHERE frequency > 0 AND initial = ${word.slice(0, 1)} AND length BETWEEN ${word.length - 2} AND ${word.length + 2}
        ORDER BY frequency DESC LIMIT ${MAX_CANDIDATES})
      UNION (SELECT word, frequency FROM catalog_words WHERE word OPERATOR(${trigrams}.%) ${word} AND frequency > 0 LIMIT 100)`)
    const nearest = nearestWords(
      word,
      near.map((row) => [row.word, row.frequency] as const),
    )
    if (nearest.length > 0) corrections.set(word, nearest)
  }
  return corrections
}

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

/**
 * Splits words of the topic that nothing knows as one into two that entries hold: "gasprice" is searched as "gas
 * price". Of several splits it takes the one whose rarer half is the most frequent. A word with a correction is a
 * typing error and stays.
 */
export async function splitJoinedWords(
  database: Database,
  topic: string,
  corrections: Corrections,
  { stems }: Thesaurus,
): Promise<string> {
  const words = [...new Set(splitWords(topic))].filter(
    (word) => /^[a-z]{6,30}$/.test(word) && !stems.has(stem(word)) && !corrections.has(word),
  )
  if (words.length === 0) return topic
  const cuts = words.slice(0, 8).flatMap(cutsOf)
  const known = await readFrequencies(database, [...words, ...cuts.flatMap(({ parts }) => parts)].map(stem))
  const frequencyOf = (word: string) => known.get(stem(word)) ?? 0
  const commonness = ({ parts }: Cut) => Math.min(...parts.map(frequencyOf))
  return words.reduce((text, word) => {
    const best = cuts.filter((cut) => cut.word === word).sort((a, b) => commonness(b) - commonness(a))[0]
    if (frequencyOf(word) > 0 || best === undefined || commonness(best) === 0) return text
    return text.replace(new RegExp(`(?<![a-z0-9])${word}(?![a-z0-9])`, 'gi'), best.parts.join(' '))
  }, topic)
}

type Cut = { word: string; parts: readonly [string, string] }
const SHORTEST_PART = 3

const cutsOf = (word: string): Cut[] =>
  Array.from({ length: word.length - 2 * SHORTEST_PART + 1 }, (_, index) => index + SHORTEST_PART)
    .map((at) => ({ word, parts: [word.slice(0, at), word.slice(at)] as const }))
    .filter(({ parts }) => !parts.some(isStopWord))

async function readFrequencies(database: Database, stems: string[]): Promise<Map<string, number>> {
  const rows = await database.rows<{ stem: string; frequency: number }>(
    sql.named` SELECT stem, max(frequency) AS frequency FROM catalog_words WHERE stem = ANY(${[...new Set(stems)]}) GROUP BY stem`,
  )
  return new Map(rows.map((row) => [row.stem, row.frequency]))
}

const COMPLETION_WEIGHT = 0.8
const MAX_COMPLETIONS = 4
/** A beginning that is a word itself stays one, unless so many times more entries hold a longer word. */
const FAR_MORE = 10

/** The words that a beginning most likely becomes: the most frequent ones, each stem once. */
async function findCompletions(database: Database, beginning: string, frequency: number) {
  const rows = await database.rows<{ word: string; stem: string; frequency: number }>(sql`
    SELECT word, stem, frequency FROM catalog_words
    WHERE word LIKE ${`${beginning}%`} AND word <> ${beginning} AND frequency > ${frequency * FAR_MORE}
      AND stem <> ${stem(beginning)} AND word ~ '^[a-z]+$'
    ORDER BY frequency DESC, length LIMIT ${MAX_COMPLETIONS * 4}`)
  const best = rows[0]?.frequency ?? 0
  const likely = rows.filter((row) => row.frequency * 4 >= best)
  const perStem = new Map([...likely].reverse().map((row) => [row.stem, row]))
  return [...perStem.values()]
    .sort((a, b) => b.frequency - a.frequency)
    .slice(0, MAX_COMPLETIONS)
    .map(({ word }) => ({ word, weight: COMPLETION_WEIGHT }))
}

/** Number of entries that hold each stem that the concepts may match; zero for one that none holds. */
export async function findFrequencies(database: Database, concepts: Concept[]): Promise<(stem: string) => number> {
  const stems = concepts.flatMap(({ alternatives }) => alternatives.flatMap((alternative) => alternative.stems))
  const frequencies = await readFrequencies(database, stems)
  return (wanted) => frequencies.get(wanted) ?? 0
}
