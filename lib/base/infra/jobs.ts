import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './clock'
import { type Database, sql } from './database'
import { databaseReason, isDatabaseAway } from './database-errors'
import type { Logger, PlainLog } from './logger'

export type Job = {
  name: string
  intervalMs: number
  /**
   * Must be safe to run in several instances at once, and stop early when `signal` fires. Answers how many things it
   * did, where it can say so: after some, its next run is not put off.
   */
  run: (signal: AbortSignal) => Promise<unknown>
  log: Pick<Logger, 'error'>
  ended?: (isWell: boolean) => void
  pace?: Pace
  /** Its longest rest in a quiet process; that of the pace where it is left out. */
  quietMs?: number
}

export type Pace = ReturnType<typeof createPace>

const MINUTE_MS = 60_000

/** Something of the last minute may be work; a quiet process looks every four minutes for what others left undone. */
export function createPace({ livelyMs = MINUTE_MS, quietMs = 4 * MINUTE_MS } = {}) {
  let stirredAt = performance.now()
  let waking = new AbortController()
  const isQuiet = () => performance.now() - stirredAt > livelyMs
  return {
    /** Tells that something happened that may be work for a job, such as a payment. Jobs that rest long run at once. */
    stir(): void {
      if (isQuiet()) {
        waking.abort()
        waking = new AbortController()
      }
      stirredAt = performance.now()
    },
    /** Waits for the interval, or longer where nothing happened lately. */
    rest(intervalMs: number, signal: AbortSignal, mostMs = quietMs): Promise<void> {
      if (!isQuiet()) return pause(intervalMs, signal)
      // Up to a quarter less, so that the jobs do not all run at one moment.
      const longMs = mostMs * (0.75 + Math.random() / 4)
      return pause(Math.max(intervalMs, longMs), AbortSignal.any([signal, waking.signal]))
    },
  }
}

/**
 * Runs a job again and again, the first time at once: never twice at the same time here, `intervalMs` from the end of
 * one run to the start of the next, or longer by its pace. A failure is logged and the next run comes as
 * planned. Returns a function that stops it and waits for a run under way.
 */
export function runEvery({ name, intervalMs, run, log, ended, pace, quietMs }: Job): () => Promise<void> {
  const stopping = new AbortController()
  const finished = repeat()

  async function repeat() {
    while (!stopping.signal.aborted) {
      let done: unknown = null
      try {
        done = await run(stopping.signal)
        ended?.(true)
      } catch (err) {
        if (!stopping.signal.aborted) {
          tell(name, err, log)
          ended?.(false)
        }
      }
      const didSome = typeof done === 'number' && done > 0
      await (pace && !didSome ? pace.rest : pause)(intervalMs, stopping.signal, quietMs)
    }
  }

  return async () => {
    stopping.abort()
    await finished
  }
}

/** When it was told last that jobs wait for the database, in the time of `performance.now`. */
let toldAway = -Infinity
const TOLD_AWAY_MS = 30_000

/** All jobs fail while the database is away: that is told once in a while, for all of them. */
function tell(job: string, err: unknown, log: Job['log']): void {
  if (!isDatabaseAway(err)) return log.error({ job, err }, 'job failed')
  if (performance.now() - toldAway < TOLD_AWAY_MS) return
  toldAway = performance.now()
  log.error({ job, why: databaseReason(err) }, 'jobs wait for the database')
}

/** Waits until the time is up or the signal fires. Does not keep the process alive. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => {})

const FIRST_RETRY_MS = 60_000
const LONGEST_RETRY_MS = 86_400_000
/** A row that failed is tried again within a day; one without a failure for longer is well, or gone. */
const SHOWN_MS = 2 * LONGEST_RETRY_MS
const MAX_FAULT_CHARACTERS = 300
const MAX_ROW_CHARACTERS = 500

type RowDeps = { database: Database; clock: Clock; log: Pick<PlainLog, 'error'> }

type JobRow = { job: string; row: string }

/**
 * Works on one row of a job, so that its failure stops no other row. A failure is logged, kept for the operator, and
 * `postpone` puts off the row's next try: for a minute, then four times as long each time, a day at most. Returns null
 * then. Throws only where the database is away, which is no fault of the row.
 */
export async function workOnRow<T>(
  deps: RowDeps,
  { job, row }: JobRow,
  { work, postpone }: { work: () => Promise<T>; postpone: (until: Date) => Promise<unknown> },
): Promise<T | null> {
  const where = { job_row: { job, row: row.slice(0, MAX_ROW_CHARACTERS) } }
  try {
    const result = await work()
    if (failing.delete(nameOf(where.job_row))) await deps.database.failingRow.deleteMany({ where: where.job_row })
    return result
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    const now = deps.clock()
    const fault = String(error).slice(0, MAX_FAULT_CHARACTERS)
    const failures = await noteFailure(deps.database, where.job_row, { fault, now })
    failing.add(nameOf(where.job_row))
    const until = new Date(now.getTime() + Math.min(FIRST_RETRY_MS * 4 ** Math.min(failures - 1, 10), LONGEST_RETRY_MS))
    deps.log.error({ err: error, job, row, failures, nextTryAt: until }, 'a row of a job failed')
    await postpone(until)
    return null
  }
}

/** Counts a failure, from one where the last is long ago: another process may have done the row since. */
async function noteFailure(database: Database, { job, row }: JobRow, { fault, now }: { fault: string; now: Date }) {
  const noted = await database.row<{ failures: number }>(sql`
    INSERT INTO failing_rows AS known (job, row, fault, failed_at) VALUES (${job}, ${row}, ${fault}, ${now})
    ON CONFLICT (job, row) DO UPDATE SET fault = EXCLUDED.fault, failed_at = EXCLUDED.failed_at,
      failures = CASE WHEN known.failed_at < ${longAgo(now)} THEN 1 ELSE known.failures + 1 END
    RETURNING failures`)
  return noted.failures
}

const longAgo = (now: Date) => new Date(now.getTime() - SHOWN_MS)

/** Rows that failed in this process. Those of another one are forgotten by their age. */
const failing = new Set<string>()
const nameOf = ({ job, row }: JobRow) => `${job} ${row}`

export type FailingRow = JobRow & { failures: number; fault: string; failedAt: Date }

/** Rows that a job cannot work on now, the last failure first; a hundred at most. */
export function listFailingRows(database: Database, now: Date): Promise<FailingRow[]> {
  const failedAt = { gte: longAgo(now) }
  return database.failingRow.findMany({ where: { failedAt }, orderBy: { failedAt: 'desc' }, take: 100 })
}

export async function forgetFailingRows(database: Database, now: Date): Promise<void> {
  await database.failingRow.deleteMany({ where: { failedAt: { lt: longAgo(now) } } })
}
