/** How many checks of a step passed and failed; a step without its own count is one check. */
export type Tally = { passed: number; failed: number }

export type Outcome = Tally & {
  /** The step's output; shown when something failed. */
  output: string
  /** Always shown: the checked subject, or why nothing could be checked. */
  note?: string
}

export type Check = { name: string; run: () => Promise<Outcome> }

/** A step that either holds or does not. */
export const verdict = (holds: boolean, output: string): Outcome => ({
  passed: holds ? 1 : 0,
  failed: holds ? 0 : 1,
  output,
})
