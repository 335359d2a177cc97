import { type Phrase, phraseKey, type Synonym, type Thesaurus } from './thesaurus/thesaurus'
import { isGenericWord, isStopWord, isWeakWord, splitWords, stem } from './tokenize'

export type Corrections = ReadonlyMap<string, { word: string; weight: number }[]>

/** A word in the place of the searched one is what was meant in about half as many entries as the word itself. */
const SYNONYM_WEIGHT = 0.5
/** Synonyms of a phrase are surer than those of a single word, which may mean something else. */
const PHRASE_SYNONYM_WEIGHT = 0.55
const LOOSE_WEIGHT = 0.3
const JOINED_WEIGHT = 0.95

const WEAK_SHARE = 0.25
const GENERIC_SHARE = 0.4
type QueryWord = {
  word: string
  stem: string
  isStop: boolean
  share: number
  correction?: { word: string; weight: number }
}
type Span = { start: number; length: number; words: QueryWord[]; synonyms: Synonym[] }

/**
 * Cuts a search topic into concepts: the longest phrases that the thesaurus knows, then single words. Each carries
 * its literal form, synonyms, the joined form of neighbouring words ("web search" as "websearch") and corrections.
 * Handles (`@name`) name an object to ask about, not a service.
 */
export function buildConcepts(topic: string, thesaurus: Thesaurus, corrections: Corrections = new Map()): Concept[] {
  const words = correctWords(readWords(topic), corrections)
  const spans = findSpans(words, thesaurus)
  const concepts: Concept[] = []
  let index = 0
  while (index < words.length) {
    const here = index
    const span = spans.filter(({ start }) => start === here).sort((a, b) => b.length - a.length)[0]
    const word = words[index]
    if (span) concepts.push(toConcept(span.words, withOverlapping(span, spans), corrections))
    else if (word && !word.isStop)
      concepts.push(
        toConcept(
          [word],
          withOverlapping({ start: index, length: 1, words: [word], synonyms: [] }, spans),
          corrections,
        ),
      )
    index += span?.length ?? 1
  }
  return addCombinations(
    joinNeighbours(concepts),
    words.map(({ stem }) => stem),
    thesaurus,
  )
}

const readWords = (topic: string): QueryWord[] =>
  splitWords(topic.replace(/@[\w.-]+/g, ' '))
    .slice(0, 40)
    .map((word) => ({
      word,
      stem: stem(word),
      isStop: isStopWord(word),
      share: isWeakWord(word) ? WEAK_SHARE : isGenericWord(word) ? GENERIC_SHARE : 1,
    }))

/** Puts the most frequent of the meant words in the place of a misspelt one. The other candidates stay alternatives. */
const correctWords = (words: QueryWord[], corrections: Corrections): QueryWord[] =>
  words.map((word) => {
    const [chosen] = corrections.get(word.word) ?? []
    return chosen ? { ...word, stem: stem(chosen.word), correction: chosen } : word
  })

/** Every run of words that the thesaurus knows, with or without the stop words inside it. */
function findSpans(words: QueryWord[], { byKey, longest }: Thesaurus): Span[] {
  const spans: Span[] = []
  for (let start = 0; start < words.length; start += 1) {
    for (let length = Math.min(longest + 2, words.length - start); length > 0; length -= 1) {
      const run = words.slice(start, start + length)
      const meaningful = run.filter((word) => !word.isStop)
      const raw = byKey.get(phraseKey(run.map((word) => word.stem)))
      const isTrimmed = !run[0]?.isStop && !run.at(-1)?.isStop && meaningful.length > 1
      const stripped = isTrimmed ? byKey.get(phraseKey(meaningful.map((word) => word.stem))) : undefined
      const synonyms = raw ?? stripped
      if (synonyms) spans.push({ start, length, words: meaningful.length > 0 ? meaningful : run, synonyms })
    }
  }
  return spans
}

/** "company financial statements": the second phrase shares a word with the first, and its synonyms count too. */
function withOverlapping(span: Span, spans: Span[]): Synonym[] {
  const end = span.start + span.length
  const overlapping = spans.filter(
    (other) => other !== span && other.words.length > 1 && other.start < end && other.start + other.length > span.start,
  )
  const isCut = (other: Span) => other.start < span.start || other.start + other.length > end
  return [...span.synonyms, ...overlapping.filter(isCut).flatMap((other) => other.synonyms)]
}

function toConcept(words: QueryWord[], synonyms: Synonym[], corrections: Corrections): Concept {
  const stems = words.map((word) => word.stem)
  const weight = words.length > 1 ? PHRASE_SYNONYM_WEIGHT : SYNONYM_WEIGHT
  const corrected = words.find((word) => word.correction)?.correction
  const others = words.length === 1 ? (corrections.get(words[0]?.word ?? '') ?? []) : []
  return {
    label: words.map((word) => word.word).join(' '),
    stems,
    alternatives: [
      { stems, weight: corrected ? corrected.weight : 1, via: corrected ? 'typo' : 'literal' },
      ...synonyms.map((synonym) => ({
        stems: synonym.stems,
        weight: synonym.isLoose ? LOOSE_WEIGHT : weight,
        via: 'synonym' as const,
      })),
      ...others.map((near) => ({ stems: [stem(near.word)], weight: near.weight, via: 'typo' as const })),
    ],
    share: Math.max(...words.map((word) => word.share)),
  }
}

/** "web search" may be written "websearch", which then stands for both. */
function joinNeighbours(concepts: Concept[]): Concept[] {
  return concepts.map((concept, index) => {
    const next = concepts[index + 1]
    const previous = concepts[index - 1]
    const joined = [
      concept.label.includes(' ') ? concept.label : null,
      next ? concept.label + next.label : null,
      previous ? previous.label + concept.label : null,
    ]
      .map((text) => text?.replaceAll(' ', '') ?? '')
      .filter((text) => /^[a-z0-9]{5,40}$/.test(text))
    const extra = joined.map((text) => ({ stems: [stem(text)], weight: JOINED_WEIGHT, via: 'literal' as const }))
    return { ...concept, alternatives: [...concept.alternatives, ...extra] }
  })
}

const TOGETHER_WEIGHT = 0.3

/**
 * Words of a search that mean something together ("stolen" and "password" a breach) get that meaning as an alternative
 * of each. Words that are all too common to be searched become one concept of their meaning.
 * @param stems those of the whole search in order, stop words among them
 */
function addCombinations(concepts: Concept[], stems: Phrase, { combinations }: Thesaurus): Concept[] {
  const text = ` ${phraseKey(stems)} `
  const isSaid = (phrase: Phrase) => text.includes(` ${phraseKey(phrase)} `)
  return combinations.reduce((before, { groups, targets }) => {
    const said = groups.map((group) => group.find(isSaid) ?? [])
    const words = new Set(said.flat())
    return said.every((phrase) => phrase.length > 0) && words.size >= groups.length
      ? addMeaning(before, words, targets)
      : before
  }, concepts)
}

function addMeaning(concepts: Concept[], words: ReadonlySet<string>, targets: Phrase[]): Concept[] {
  const alternatives = targets.map((stems) => ({ stems, weight: TOGETHER_WEIGHT, via: 'synonym' as const }))
  // A phrase that the thesaurus knows has its own synonyms.
  if (concepts.some(({ stems }) => [...words].every((word) => stems.includes(word)))) return concepts
  const isMeant = ({ stems }: Concept) => stems.some((stem) => words.has(stem))
  if (concepts.some(isMeant))
    return concepts.map((concept) =>
      isMeant(concept) ? { ...concept, alternatives: [...concept.alternatives, ...alternatives] } : concept,
    )
  const [stems = []] = targets
  return [...concepts, { label: [...words].join(' '), stems, alternatives, share: 1 }]
}

/** One way in which a concept may be written, and how much a match in that way counts (0 to 1). */
export type Alternative = { stems: Phrase; weight: number; via: 'literal' | 'synonym' | 'typo' }

/**
 * One thing that a search asks about: a word or a known phrase, with everything else it may be called.
 * `share` is how much it says of what is meant: a word of everyday speech, or of nearly every listing, says less.
 */
export type Concept = { label: string; stems: Phrase; alternatives: Alternative[]; share: number }
