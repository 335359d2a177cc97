import type { SellersContext } from '../ports'
import { queueEvent } from './queue-event'

type Failing = {
  sellerId: string
  routeId: string
  routeKey: string
  failures: number
  lastFailedAt: Date
  /** As the payments' timelines say: `handler_502`, `handler_504`. */
  lastReason: string
}

/** So many failures in a row, within these minutes, are told; and not again within the hour. */
const toldAfter = 3
const minutes = 10

/**
 * Tells sellers whose server keeps failing those who pay: three times in a row within ten minutes, once an hour.
 * Nothing was charged for any of these. Safe in any number of instances.
 */
export async function queueUpstreamFailures({ database, clock }: SellersContext): Promise<number> {
  const now = clock()
  const since = new Date(now.getTime() - minutes * 60_000)
  const rows = await database.$queryRaw<Failing[]>`
    WITH suspected AS (
      SELECT route_key FROM payments
      WHERE claimed_at > ${since} AND status = 'abandoned' AND reason IN ('handler_502', 'handler_504')
      GROUP BY route_key HAVING count(*) >= ${toldAfter}
    )
    SELECT seller.id AS "sellerId", route.id AS "routeId", route.route_key AS "routeKey", failed.*
    FROM suspected JOIN sellers seller ON seller.handle = split_part(suspected.route_key, '/', 3)
    JOIN stored_routes route ON route.seller_id = seller.id AND route.route_key = suspected.route_key
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS failures, max(ended_at) AS "lastFailedAt",
        (array_agg(reason ORDER BY ended_at DESC))[1] AS "lastReason"
      FROM (SELECT ended_at, reason FROM payments WHERE route_key = route.route_key AND claimed_at > ${since}
        AND (status IN ('settled', 'spent_zero') OR status = 'abandoned' AND reason LIKE 'handler\\_%')
        ORDER BY claimed_at DESC LIMIT ${toldAfter}) AS latest
      WHERE reason IN ('handler_502', 'handler_504')
    ) AS failed
    WHERE route.kind IN ('api', 'metered_api') AND route.state = 'live' AND failed.failures >= ${toldAfter}
      AND EXISTS (SELECT 1 FROM webhook_endpoints endpoint WHERE endpoint.seller_id = seller.id
        AND endpoint.is_enabled AND 'upstream.failing' = ANY (endpoint.events))`
  let queued = 0
  for (const { sellerId, ...upstream } of rows) {
    const eventId = `upstream.failing ${upstream.routeId} ${Math.floor(now.getTime() / 3_600_000)}`
    queued += await queueEvent(database, [sellerId], {
      type: 'upstream.failing',
      eventId,
      at: now,
      facts: { upstream },
    })
  }
  return queued
}
