import type { LoadResult } from '../load'
import { median, type OnEnd } from '../measure'

export type Bench = {
  isQuick: boolean
  rounds: number
  /** Whether a row was asked for by its name or its group's. */
  wants: (...names: string[]) => boolean
  onEnd: OnEnd
}

/** One line of the table. Texts are for people; `figures` holds the measurements of each round. */
export type BenchRow = {
  name: string
  title: string
  /** The subject of the row and how to read it. */
  meaning: string
  stock: string
  ours: string
  goal: string
  isMet: boolean
  figures: Record<string, readonly number[]>
}

export type Loads = Record<'stock' | 'ours', LoadResult[]>

export const over = (loads: readonly LoadResult[], figure: keyof LoadResult) =>
  median(loads.map((load) => load[figure]))

export const hasFailed = (loads: readonly LoadResult[]) => loads.some(({ failures }) => failures > 0)

export function failureText(loads: readonly LoadResult[]): string {
  return hasFailed(loads) ? `, ${loads.reduce((sum, { failures }) => sum + failures, 0)} failed` : ''
}

const rateText = (loads: readonly LoadResult[]) =>
  `${over(loads, 'perSecond').toFixed(0)}/s, p99 ${over(loads, 'p99Ms').toFixed(0)} ms${failureText(loads)}`

type BenchRowTexts = Pick<BenchRow, 'name' | 'title' | 'meaning'> & { goal?: string }

/** A row whose goal is that many times stock's rate, without a failure of ours. */
export function rateRow(words: BenchRowTexts, loads: Loads, least: number): BenchRow {
  const gain = over(loads.ours, 'perSecond') / over(loads.stock, 'perSecond')
  return {
    goal: `>= ${least}x the rate, 0 failures`,
    ...words,
    stock: rateText(loads.stock),
    ours: `${rateText(loads.ours)} (${gain.toFixed(2)}x)`,
    isMet: gain >= least && !hasFailed(loads.ours),
    figures: figuresOf(loads),
  }
}

export const figuresOf = (loads: Loads): BenchRow['figures'] =>
  Object.fromEntries(
    (['stock', 'ours'] as const).flatMap((side) =>
      (['perSecond', 'p50Ms', 'p99Ms', 'failures'] as const).map((figure) => [
        `${side} ${figure}`,
        loads[side].map((load) => load[figure]),
      ]),
    ),
  )
