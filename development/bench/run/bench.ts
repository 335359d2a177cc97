import type { Cleanups } from './cleanups'

export type Bench = {
  isQuick: boolean
  /** Medians are taken over this many rounds. */
  rounds: number
  /** Past payments of the flat lines. */
  past: number
  /** Whether a row was asked for by its name or its group's. */
  wants: (...names: string[]) => boolean
  /** Registers a cleanup for the end of the group of rows that is being measured. */
  onEnd: Cleanups['add']
  say: (text: string) => void
}

/** The first in the whole run, the second in a quick one. */
export const pick = ({ isQuick }: Pick<Bench, 'isQuick'>, whole: number, quick: number) => (isQuick ? quick : whole)
