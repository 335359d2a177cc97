import { type Database, Prisma } from '@/lib/base/infra/database'
import { whereShop } from './payment-sql'

/** A route whose last paid requests all failed, because its upstream did not answer. */
export type FailingRoute = {
  routeKey: string
  failures: number
  lastFailedAt: Date
  /** Code from the payments' timelines: `handler_502`, `handler_504`. */
  lastReason: string
}

/** Routes of all shops or one, whose last `times` paid requests since then failed, uncharged, behind the gate. */
export async function findFailingRoutes(
  database: Database,
  { handle, since, times }: { handle?: string | undefined; since: Date; times: number },
): Promise<FailingRoute[]> {
  return database.$queryRaw<FailingRoute[]>`
    WITH suspected AS (
      SELECT route_key FROM payments
      WHERE claimed_at > ${since} AND status = 'abandoned' AND reason IN ('handler_502', 'handler_504')
        AND ${handle === undefined ? Prisma.sql`split_part(route_key, '/', 2) = 'x'` : whereShop(handle)}
      GROUP BY route_key HAVING count(*) >= ${times}
    )
    SELECT suspected.route_key AS "routeKey", failed.* FROM suspected CROSS JOIN LATERAL (
      SELECT count(*)::int AS failures, max(ended_at) AS "lastFailedAt",
        (array_agg(reason ORDER BY ended_at DESC))[1] AS "lastReason"
      FROM (SELECT ended_at, reason FROM payments WHERE route_key = suspected.route_key AND claimed_at > ${since}
        AND (status IN ('settled', 'spent_zero') OR status = 'abandoned' AND reason LIKE 'handler\\_%')
        ORDER BY claimed_at DESC LIMIT ${times}) AS latest
      WHERE reason IN ('handler_502', 'handler_504')
    ) AS failed
    WHERE failed.failures >= ${times}`
}
