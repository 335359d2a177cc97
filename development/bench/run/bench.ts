import { cpus, totalmem } from 'node:os'
import { EMBEDDED_POSTGRES_MAJOR } from '@/development/database/postgres-programs'

export type Bench = {
  isQuick: boolean
  /** Medians are taken over this many rounds. */
  rounds: number
  /** Whether a row was asked for by its name or its group's. */
  wants: (...names: string[]) => boolean
  /** Registers a cleanup for the end of the group of rows that is being measured. */
  onEnd: Cleanups['add']
  say: (text: string) => void
}

/** The first in the whole run, the second in a quick one. */
export const pick = ({ isQuick }: Pick<Bench, 'isQuick'>, whole: number, quick: number) => (isQuick ? quick : whole)

export type Cleanups = {
  /** Cleanups; the last one added runs first. */
  add: (end: () => unknown) => void
  /** Ends everything, also when one of them fails. */
  run: () => Promise<void>
}

export function createCleanups(): Cleanups {
  const ends: (() => unknown)[] = []
  let running = Promise.resolve()
  const endAll = async () => {
    for (let end = ends.pop(); end; end = ends.pop()) {
      await Promise.resolve()
        .then(end)
        .catch((error: unknown) => console.error(error))
    }
  }
  return {
    add: (end) => void ends.push(end),
    // Two callers, such as a signal and the failure that it causes, both wait for the end of everything.
    run: () => (running = running.then(endAll)),
  }
}

/** Ends everything on Ctrl-C and similar signals, then the process. Returns a function that removes the handlers. */
export function endOnSignals(cleanups: Cleanups): () => void {
  const end = () => void cleanups.run().then(() => process.exit(130))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.once(signal, end)
  return () => signals.forEach((signal) => process.removeListener(signal, end))
}

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

export type Run = {
  date: string
  machine: string
  node: string
  postgres: string
  rounds: number
  rows: Row[]
  /** Groups that could not be measured. */
  failures: string[]
}

/** A run that has measured nothing yet. */
export function describeRun({ rounds }: Pick<Bench, 'rounds'>): Run {
  const processors = cpus()
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0)
  return {
    date: new Date().toISOString(),
    machine: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres: String(EMBEDDED_POSTGRES_MAJOR),
    rounds,
    rows: [],
    failures: [],
  }
}

/** The middle value; zero of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low = 0, high = low] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return (low + high) / 2
}

/**
 * Measures several sides round by round; the order is reversed each time, so that a drift of the machine's speed
 * affects all of them. Returns each side's measurements, in the order of the rounds.
 */
export async function measureInTurn<Side extends string, T>(
  rounds: number,
  sides: Record<Side, () => Promise<T>>,
): Promise<Record<Side, T[]>> {
  const names = Object.keys(sides) as Side[] // Object.keys forgets the type of its keys.
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Side, T[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) results[name].push(await sides[name]())
  }
  return results
}
