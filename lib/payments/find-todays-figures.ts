import type { Database } from '@/lib/base/infra/database'

export type TodaysFigures = {
  /** Payments settled since midnight, UTC. */
  settled: number
  /** From the arrival of the signed request to the delivered content: the median of the last ones; null without any. */
  medianMs: number | null
}

/** The median is of at most so many deliveries. */
const LAST = 500
/** A payment that was signed before midnight may settle after it. */
const SLACK_MS = 3_600_000

/** Today's figures of all payments at this gate, as far as visitors may see them. */
export async function findTodaysFigures(database: Database, now: Date): Promise<TodaysFigures> {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const since = new Date(midnight.getTime() - SLACK_MS)
  const [figures] = await database.$queryRaw<[TodaysFigures]>`
    SELECT
      (SELECT count(*)::int FROM payments WHERE claimed_at >= ${since} AND settled_at >= ${midnight}) AS settled,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM delivered_at - claimed_at) * 1000)::float8
        FROM (SELECT claimed_at, delivered_at FROM payments
          WHERE claimed_at >= ${since} AND settled_at IS NOT NULL AND delivered_at IS NOT NULL
          ORDER BY claimed_at DESC LIMIT ${LAST}) AS latest) AS "medianMs"`
  return figures
}
