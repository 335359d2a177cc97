import type { Phrase } from './thesaurus/thesaurus'

/** One way in which a concept may be written, and how much a match in that way counts (0 to 1). */
export type Alternative = { stems: Phrase; weight: number; via: 'literal' | 'synonym' | 'typo' }

/**
 * One thing that a search asks about: a word or a known phrase, with everything else it may be called.
 * `share` is how much it belongs to the point of the search: what follows "by", "in" or "about" is a detail.
 */
export type Concept = { label: string; stems: Phrase; alternatives: Alternative[]; share: number }
