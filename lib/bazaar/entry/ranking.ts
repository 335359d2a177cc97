/** A concept of a search as found in an entry. `field`: A name and tags, B address, C prose, D parameters. */
export type ConceptMatch = {
  label: string
  strength: number
  field: 'A' | 'B' | 'C' | 'D' | null
  via: 'literal' | 'synonym' | 'typo' | null
  as: string | null
}

/** A change of an entry's score besides its fit: its reason and its factor. */
export type Adjustment = { reason: 'quality' | 'suspect' | 'terms_changed' | 'dead'; factor: number }

export type Ranking = {
  score: number
  coverage: number
  quality: number
  matches: ConceptMatch[]
  adjustments: Adjustment[]
}
