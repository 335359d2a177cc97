import { type Database, sql } from './database'

/** Rows that one statement takes, so that it holds few locks for a short time. */
const STEP_ROWS = 1_000

const MAX_MS = 10_000

/**
 * Deletes rows step by step, until a step finds fewer than it might, or its time is up; the next run of the job
 * continues. `step` deletes at most `limit` rows, found by an index, and returns their number. Returns their sum.
 * With the keys in an array, PostgreSQL never scans the whole table to find so many rows.
 */
export async function prune(
  step: (limit: number) => Promise<number>,
  { signal, stepRows = STEP_ROWS }: { signal?: AbortSignal; stepRows?: number } = {},
): Promise<number> {
  const until = performance.now() + MAX_MS
  let sum = 0
  for (;;) {
    const count = await step(stepRows)
    sum += count
    if (count < stepRows || signal?.aborted || performance.now() >= until) return sum
  }
}

export const hoursBefore = (now: Date, hours: number) => new Date(now.getTime() - hours * 3_600_000)
export const daysBefore = (now: Date, days: number) => hoursBefore(now, days * 24)

/** The database's time, by which jobs find old rows: an instance's own clock may run ahead of the others. */
export async function databaseNow(database: Database): Promise<Date> {
  const { now } = await database.row<{ now: Date }>(sql`SELECT now()`)
  return now
}

/** How long rows are kept that moved no money. docs/operating.md says why. */
export const defaultRetention = {
  /** Reservations and claims that ended before anything was sent or produced. */
  unstartedHours: 24,
  /** Payments that moved no money, after a handler ran or a transaction was sent. */
  unpaidDays: 30,
  /** Answers stored for a retry, counted from their delivery, else from their payment. */
  answersHours: 24,
  /** The signed form of transactions that have ended. */
  transactionsDays: 7,
  webhooksDays: 30,
  /** Texts, files and upstreams of archived routes, counted from then. */
  archivedDays: 365,
}

export type Retention = typeof defaultRetention
