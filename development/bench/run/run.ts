import { cpus, totalmem } from 'node:os'
import { EMBEDDED_POSTGRES_MAJOR } from '@/development/database/postgres-binaries'
import type { Bench } from './bench'
import type { Row } from './row'

export type Run = {
  date: string
  machine: string
  node: string
  postgres: string
  rounds: number
  past: number
  rows: Row[]
  /** Groups that could not be measured. */
  failures: string[]
}

/** A run that has measured nothing yet. */
export function describeRun({ rounds, past }: Pick<Bench, 'rounds' | 'past'>): Run {
  const processors = cpus()
  const gigabytes = (totalmem() / 1024 ** 3).toFixed(0)
  return {
    date: new Date().toISOString(),
    machine: `${processors.length} cores (${processors[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform} ${process.arch}`,
    node: process.versions.node,
    postgres: String(EMBEDDED_POSTGRES_MAJOR),
    rounds,
    past,
    rows: [],
    failures: [],
  }
}
