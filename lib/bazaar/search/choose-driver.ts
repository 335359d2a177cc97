import type { WeightedConcept } from './score'

export type Bounds = {
  candidates: number
  /** Most matches that are weighed in the database to find those. */
  weighed: number
  /** A concept held by no more entries than this is always worth reading. */
  rare: number
}

const BOUNDS: Bounds = { candidates: 400, weighed: 3_000, rare: 1_500 }
/** In a large catalog matches are far apart on the disk, and the best of them are alike. */
const LARGE_BOUNDS: Bounds = { candidates: 200, weighed: 1_500, rare: 800 }

export const boundsOf = (isLarge: boolean): Bounds => (isLarge ? LARGE_BOUNDS : BOUNDS)

/** Two concepts that, if they were independent, would occur together in no more entries than this. */
const RARE_TOGETHER = 300

/** A concept as tsqueries, with the approximate number of entries that hold it; by weight, the heaviest first. */
export type SizedConcept = {
  loose: string
  strict: string
  size: number
  weight: number
}

/** @param share of the catalog that is searched: sizes are estimated for it */
export const sizeConcepts = (
  concepts: WeightedConcept[],
  frequencyOf: (stem: string) => number,
  bounds: Bounds,
  share = 1,
): SizedConcept[] =>
  concepts
    .map((concept) => ({
      loose: toQuery(concept, { looseStems: looseStems(concept, frequencyOf, bounds) }),
      strict: toQuery(concept),
      size: sizeOf(concept, frequencyOf) * share,
      weight: concept.rarity,
    }))
    .sort((a, b) => b.weight - a.weight)

/** The widest query within bounds: any concept; else rare ones and every two others together; else the rarest. */
export function chooseDriver(
  sized: SizedConcept[],
  total: number,
  bounds: Bounds,
): { driver: string; estimate: number } {
  const sum = sumOf(sized)
  if (sum <= bounds.weighed) return { driver: sized.map(({ loose }) => loose).join(' | '), estimate: sum }
  const { rare, common } = byRarity(sized, bounds)
  const pairs = pairsOf(common, total)
  const parts = [...rare.map(({ loose }) => loose), ...pairs.map(({ query }) => query)]
  const estimate = sumOf(rare) + sumOf(pairs)
  if (parts.length > 0 && estimate >= 10)
    return { driver: parts.join(' | '), estimate: Math.max(estimate, bounds.candidates + 1) }
  const [rarest] = [...sized].sort((a, b) => a.size - b.size)
  return { driver: rarest?.loose ?? '', estimate: rarest?.size ?? 0 }
}

/** The rare part of a search: concepts that are rare, or rare together; null when all are common. */
export function rareDriver(sized: SizedConcept[], total: number, bounds: Bounds): string | null {
  const { rare, common } = byRarity(sized, bounds)
  const together = pairsOf(common, total).filter(({ size }) => size <= RARE_TOGETHER)
  return [...rare.map(({ loose }) => loose), ...together.map(({ query }) => query)].join(' | ') || null
}

/** A concept that is rare on its own need not be combined with others. */
const byRarity = (sized: SizedConcept[], bounds: Bounds): { rare: SizedConcept[]; common: SizedConcept[] } => ({
  rare: sized.filter(({ size }) => size <= bounds.rare),
  common: sized.filter(({ size }) => size > bounds.rare),
})
export function toQuery(
  concept: WeightedConcept,
  { looseStems = [] }: { looseStems?: readonly string[] } = {},
): string {
  const phrases = [...concept.alternatives.map(({ stems }) => stems), ...looseStems.map((stem) => [stem])]
  return withoutNarrower(phrases)
    .map((stems) => `(${stems.map(quoteStem).join(' & ')})`)
    .join(' | ')
}

/** Drops phrases that hold all words of another one: the other one finds the same entries. */
function withoutNarrower(phrases: (readonly string[])[]): (readonly string[])[] {
  const widest: (readonly string[])[] = []
  for (const phrase of [...phrases].sort((a, b) => a.length - b.length))
    if (!widest.some((wider) => wider.every((stem) => phrase.includes(stem)))) widest.push(phrase)
  return widest
}

/** Every two of the five heaviest concepts together, with the size that they would have if they were independent. */
function pairsOf(sized: SizedConcept[], total: number): { query: string; size: number }[] {
  const heaviest = sized.slice(0, 5)
  return heaviest.flatMap((one, index) =>
    heaviest.slice(index + 1).map((other) => ({
      query: `((${one.strict}) & (${other.strict}))`,
      size: (one.size * other.size) / Math.max(total, 1),
    })),
  )
}

const sumOf = (parts: { size: number }[]): number => parts.reduce((sum, { size }) => sum + size, 0)

const sizeOf = (concept: WeightedConcept, frequencyOf: (stem: string) => number): number =>
  concept.alternatives.reduce((sum, { stems }) => sum + Math.min(...stems.map(frequencyOf)), 0)

/** Words of the concept's phrase that are enough without the others; common ones only if the phrase finds little. */
function looseStems(
  concept: WeightedConcept,
  frequencyOf: (stem: string) => number,
  { candidates, rare }: Bounds,
): readonly string[] {
  if (concept.stems.length < 2) return []
  const isEnough = sizeOf(concept, frequencyOf) >= candidates
  return isEnough ? concept.stems.filter((stem) => frequencyOf(stem) <= rare) : concept.stems
}

const quoteStem = (stem: string): string => `'${stem.replace(/['\\]/g, '')}'`
