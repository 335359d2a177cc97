import type { Concept } from './concept'
import { type Combination, type Phrase, phraseKey, type Thesaurus } from './thesaurus/thesaurus'

const TOGETHER_WEIGHT = 0.3
const MAX_COMBINATIONS = 3
/** A combination of words that are in many others says little beside one of words that are in few. */
const SPECIFIC_SHARE = 0.7

/**
 * Words of a search that mean something together ("stolen" and "password" a breach) get that meaning as an alternative
 * of each. Words that are all too common to be searched become one concept of their meaning.
 * @param stems those of the whole search in order, stop words among them
 */
export function addCombinations(concepts: Concept[], stems: Phrase, { combinations, spread }: Thesaurus): Concept[] {
  const text = ` ${phraseKey(stems)} `
  const words = new Set(stems)
  const isSaid = ([first = '', ...others]: Phrase) =>
    words.has(first) && (others.length === 0 || text.includes(` ${phraseKey([first, ...others])} `))
  const found = combinations
    .flatMap((combination) => toMeaning(combination, isSaid, spread))
    .sort((a, b) => b.specificity - a.specificity)
  const least = (found[0]?.specificity ?? 0) * SPECIFIC_SHARE
  return found
    .filter(({ specificity }) => specificity >= least)
    .slice(0, MAX_COMBINATIONS)
    .reduce(addMeaning, concepts)
}

type Meaning = { words: ReadonlySet<string>; targets: Phrase[]; specificity: number }

function toMeaning(
  { groups, targets }: Combination,
  isSaid: (phrase: Phrase) => boolean,
  spread: Thesaurus['spread'],
): Meaning[] {
  if (!groups.every((group) => group.some(isSaid))) return []
  const rarest = (group: Phrase[]) =>
    group.filter(isSaid).sort((a, b) => rarity(b, spread) - rarity(a, spread))[0] ?? []
  const phrases = groups.map(rarest)
  const words = new Set(phrases.flat())
  if (words.size < groups.length) return []
  return [{ words, targets, specificity: phrases.reduce((sum, phrase) => sum + rarity(phrase, spread), 0) }]
}

const rarity = (phrase: Phrase, spread: Thesaurus['spread']): number =>
  -Math.log(Math.min(...phrase.map((stem) => spread.get(stem) ?? 1)))

function addMeaning(concepts: Concept[], { words, targets }: Meaning): Concept[] {
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
