/** How a concept of a search was found in an entry. `field`: A name and tags, B address, C prose, D parameters. */
export type ConceptMatch = {
  label: string
  strength: number
  field: 'A' | 'B' | 'C' | 'D' | null
  via: 'literal' | 'synonym' | 'typo' | null
  as: string | null
}

/** What moved an entry besides its fit, in words and as the factor that was applied. */
export type Adjustment = { reason: 'quality' | 'suspect' | 'dead'; factor: number }

/** The place of an entry by meaning alone, how near it is, and how far it stands out from the whole catalog. */
export type Meaning = { rank: number; similarity: number; deviation: number }

/** Why an entry ranks where it does. */
export type Ranking = {
  score: number
  coverage: number
  quality: number
  matches: ConceptMatch[]
  adjustments: Adjustment[]
  /** How near its meaning is, where search compares meanings. */
  meaning?: Meaning
}
