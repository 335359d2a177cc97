export type Verdict = 'met' | 'missed' | 'no goal'

/** One line of the table. Texts are for people; `figures` holds what each round measured. */
export type Row = {
  name: string
  title: string
  /** What was measured and how to read it. */
  meaning: string
  stock: string
  ours: string
  goal: string
  verdict: Verdict
  figures: Record<string, readonly number[]>
}

export const verdictOf = (isMet: boolean): Verdict => (isMet ? 'met' : 'missed')
