import type { Database } from '@/lib/base/infra/database'
import { type Pace, type Job as Repeated, runEvery } from '@/lib/base/infra/jobs'
import { databaseNow, type Retention } from '@/lib/base/infra/prune'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

/** A product's repeated task. Any number of instances may run it at once. */
export type ProductJob = Pick<Repeated, 'name' | 'intervalMs' | 'run' | 'quietMs'>

/** Runs jobs until the returned function ends them, which waits for runs under way. */
export function startJobs(
  jobs: readonly ProductJob[],
  { log, ended, pace }: { log: Repeated['log']; ended?: (name: string, isWell: boolean) => void; pace?: Pace },
): () => Promise<void> {
  const stops = jobs.map((job) =>
    runEvery({
      ...job,
      log,
      ...(pace && { pace }),
      ...(ended && { ended: (isWell) => ended(job.name, isWell) }),
    }),
  )
  return async () => void (await Promise.all(stops.map((stop) => stop())))
}

type Prune = (database: Database, retention: Retention, when: { now: Date; signal: AbortSignal }) => Promise<unknown>

/** A job that deletes expired data, by the database's clock. */
export const pruneJob = (
  { database, retention }: { database: Database; retention: Retention },
  { name, intervalMs, prune }: { name: string; intervalMs: number; prune: Prune },
): ProductJob => ({
  name,
  intervalMs,
  run: async (signal) => prune(database, retention, { now: await databaseNow(database), signal }),
})
