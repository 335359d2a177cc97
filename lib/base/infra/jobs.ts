import { setTimeout as sleep } from 'node:timers/promises'
import { databaseReason, isDatabaseAway } from './database-away'
import type { Logger } from './logger'

export type Job = {
  name: string
  intervalMs: number
  /** Must be safe to run in several instances at once, and stop early when `signal` fires. */
  run: (signal: AbortSignal) => Promise<void>
  log: Pick<Logger, 'error'>
  ended?: (isWell: boolean) => void
}

/**
 * Runs a job again and again, the first time at once: never twice at the same time here, `intervalMs` from the end of
 * one run to the start of the next. A failure is logged and the next run comes as planned.
 * Returns a function that stops it and waits for a run under way.
 */
export function runEvery({ name, intervalMs, run, log, ended }: Job): () => Promise<void> {
  const stopping = new AbortController()
  const finished = repeat()

  async function repeat() {
    while (!stopping.signal.aborted) {
      try {
        await run(stopping.signal)
        ended?.(true)
      } catch (err) {
        if (!stopping.signal.aborted) {
          tell(name, err, log)
          ended?.(false)
        }
      }
      await pause(intervalMs, stopping.signal)
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
