export type Verdict = 'met' | 'missed' | 'no goal'

/** One line of the table. Texts are for people; `figures` holds the measurements of each round. */
export type Row = {
  name: string
  title: string
  /** The subject of the row and how to read it. */
  meaning: string
  stock: string
  ours: string
  goal: string
  verdict: Verdict
  figures: Record<string, readonly number[]>
}

export const verdictOf = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed')
