import type { ConceptMatch } from '../entry/entry'
import type { Alternative, Concept } from './concepts'
import { PATH_START, type WordField } from './document-words'
import { phraseKey } from './thesaurus/thesaurus'
import { isGenericWord, isWeakWord } from './tokenize'

export type Places = ReadonlyMap<string, readonly { field: WordField; at: number }[]>

/** `rarity` is the weight of the concept in the search; `rarityOf` that of a single stem. */
export type WeightedConcept = Concept & { rarity: number; rarityOf: (stem: string) => number }

export type Relevance = { score: number; coverage: number; matches: ConceptMatch[] }

const SCATTERED_SHARE = 0.7
const PARTIAL_SHARE = 0.5
/** Words that no entry has, such as the city in "weather in Lisbon", are most likely something to ask the service for. */
const UNHEARD_SHARE = 0.45

const FIELD_WEIGHTS: Record<WordField, number> = { A: 0.95, B: 1.1, C: 0.65, D: 0.3 }

/** Rarity of a concept by how many of `total` entries hold any of its words; rarest when none does. */
export function weighConcepts(
  concepts: Concept[],
  frequencyOf: (stem: string) => number,
  total: number,
): WeightedConcept[] {
  const known = new Map<string, number>()
  const rarityOf = (stem: string) => {
    const rarity = known.get(stem) ?? Math.log(1 + total / (1 + frequencyOf(stem)))
    known.set(stem, rarity)
    return rarity
  }
  return concepts.map((concept) => {
    const rarity =
      concept.stems.map(rarityOf).reduce((sum, value) => sum + value, 0) * (concept.stems.length > 1 ? 0.75 : 1)
    const isHeard = concept.alternatives.some(({ stems }) => stems.every((stem) => frequencyOf(stem) > 0))
    return { ...concept, rarity: rarity * concept.share * (isHeard ? 1 : UNHEARD_SHARE), rarityOf }
  })
}

/** Lengths in words: a word in long prose or a long path says less. */
export type DocumentLengths = { proseLength: number; pathLength: number }

/**
 * How well one document fits: the share of the search's weight that it covers, each concept by its best form in its
 * best field. Repeating a word gains little and is limited by the field's weight, so stuffing does not pay.
 */
export function scoreDocument(
  concepts: WeightedConcept[],
  places: Places,
  { proseLength, pathLength }: DocumentLengths,
): Relevance {
  const wordIn = rememberWords(places, proseLength)
  const matches = concepts.map((concept) => matchConcept(concept, places, wordIn))
  const total = concepts.reduce((sum, { rarity }) => sum + rarity, 0) || 1
  const gained = concepts.reduce((sum, { rarity }, index) => sum + rarity * (matches[index]?.strength ?? 0), 0)
  const coverage =
    concepts.reduce((sum, { rarity }, index) => sum + ((matches[index]?.strength ?? 0) > 0.2 ? rarity : 0), 0) / total
  const closeness = neighbourShare(concepts, places)
  const focus = pathLength === 0 ? 0 : pathWords(places) / pathLength
  return {
    score: (gained / total) * (0.7 + 0.3 * coverage) * (1 + 0.15 * closeness) * (1 + 0.3 * focus),
    coverage,
    matches,
  }
}

type WordMatch = { strength: number; field: WordField | null }

/** How well each stem matches the document, cached: the forms of a concept share most of their stems. */
function rememberWords(places: Places, proseLength: number): (stem: string) => WordMatch {
  const known = new Map<string, WordMatch>()
  for (const [stem, found] of places) known.set(stem, matchWord(found, proseLength))
  return (stem) => known.get(stem) ?? NO_MATCH
}

const NO_MATCH: WordMatch = { strength: 0, field: null }

function matchConcept(concept: WeightedConcept, places: Places, wordIn: (stem: string) => WordMatch): ConceptMatch {
  let best: ConceptMatch = { label: concept.label, strength: 0, field: null, via: null, as: null }
  for (const alternative of concept.alternatives) {
    if (alternative.weight <= best.strength || !alternative.stems.some((stem) => places.has(stem))) continue
    const found = matchPhrase(alternative, places, wordIn, concept.rarityOf)
    const strength = found.strength * alternative.weight
    if (strength > best.strength)
      best = {
        label: concept.label,
        strength,
        field: found.field,
        via: alternative.via,
        as: phraseKey(alternative.stems),
      }
  }
  return best
}

/** A phrase matches by its words, weighed by rarity: fully when they stand together, less when scattered. */
function matchPhrase(
  { stems }: Alternative,
  places: Places,
  wordIn: (stem: string) => WordMatch,
  rarityOf: (stem: string) => number,
): WordMatch {
  if (stems.length === 1) return wordIn(stems[0] ?? '')
  const words = stems.map((stem) => ({ ...wordIn(stem), rarity: rarityOf(stem) }))
  const field = words.find((word) => word.strength > 0)?.field ?? null
  if (field === null) return { strength: 0, field }
  const mean =
    words.reduce((sum, word) => sum + word.strength * word.rarity, 0) /
    words.reduce((sum, word) => sum + word.rarity, 0)
  if (words.some((word) => word.strength === 0))
    return saysEnough(stems, places) ? { strength: mean * PARTIAL_SHARE, field } : NO_MATCH
  return { strength: mean * (standTogether(stems, places) ? 1 : SCATTERED_SHARE), field }
}

/** A number or a common word of a phrase says nothing without the others: "top 10" is not any ten. */
const saysEnough = (stems: readonly string[], places: Places): boolean =>
  stems.some((stem) => places.has(stem) && !/^\d+$/.test(stem) && !isWeakWord(stem) && !isGenericWord(stem))

function matchWord(found: readonly { field: WordField }[], proseLength: number): WordMatch {
  const counts: Record<WordField, number> = { A: 0, B: 0, C: 0, D: 0 }
  for (const { field } of found) counts[field] += 1
  let missing = 1
  let best = NO_MATCH
  for (const field of ['A', 'B', 'C', 'D'] as const) {
    if (counts[field] === 0) continue
    const length = field === 'C' ? lengthShare(proseLength) : 1
    const strength = FIELD_WEIGHTS[field] * length * saturate(counts[field])
    if (strength > best.strength) best = { strength, field }
    missing *= 1 - strength * 0.7
  }
  return { strength: Math.min(1, Math.max(best.strength, 1 - missing + 0.1 * best.strength)), field: best.field }
}

/** 1 mention counts 0.85, 2 count 0.92, and no number of them more than 1. */
const saturate = (count: number): number => count / (count + 0.18)

/** Prose of some 25 words says the most per word; a word in very long prose says less. */
const lengthShare = (proseLength: number): number => Math.min(1, 1.1 / (0.9 + 0.2 * Math.min(4, proseLength / 40)))

function standTogether(stems: readonly string[], places: Places): boolean {
  const lists = stems.map((stem) => places.get(stem) ?? [])
  const [first = []] = lists
  return first.some(({ at }) =>
    lists.every((list) => list.some((place) => Math.abs(place.at - at) <= stems.length + 1)),
  )
}

/** Counts words of the path that the search asks about: a short path about nothing else is the better sign. */
function pathWords(places: Places): number {
  // Only the searched words were looked up in the document.
  const found = new Set<number>()
  for (const list of places.values())
    for (const { field, at } of list) if (field === 'B' && at >= PATH_START) found.add(at)
  return found.size
}

/** Share of neighbouring concepts that also stand near each other in the document, in their literal form. */
function neighbourShare(concepts: WeightedConcept[], places: Places): number {
  const pairs = concepts
    .slice(1)
    .map((concept, index) => [concepts[index]?.stems.at(-1) ?? '', concept.stems[0] ?? ''] as const)
  if (pairs.length === 0) return 0
  const near = pairs.filter(([left, right]) => standTogether([left, right], places))
  return near.length / pairs.length
}
