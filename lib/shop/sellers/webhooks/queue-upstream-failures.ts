import { type FailingRoute, findFailingRoutes } from '@/lib/payments/find-failing-routes'
import type { SellersContext } from '../ports'
import { queueEvent } from './queue-event'

/** This many failures in a row, within these minutes, make one event an hour. */
const TOLD_AFTER = 3
const MINUTES = 10

/**
 * Tells sellers whose server keeps failing their buyers: three times in a row within ten minutes, once an hour
 * by webhook. Nothing was charged for any of these. Safe in any number of instances.
 */
export async function queueUpstreamFailures(context: SellersContext): Promise<number> {
  const { database, clock } = context
  const now = clock()
  const failing = await findFailingRoutes(database, {
    since: new Date(now.getTime() - MINUTES * 60_000),
    times: TOLD_AFTER,
  })
  let queued = 0
  for (const { sellerId, routeId, ...failed } of await findSubscribedRoutes(database, failing)) {
    const eventId = `upstream.failing ${routeId} ${Math.floor(now.getTime() / 3_600_000)}`
    const facts = { upstream: { routeId, ...failed } }
    queued += await queueEvent(database, [sellerId], { type: 'upstream.failing', eventId, at: now, facts })
  }
  return queued
}

/** The routes among them whose sellers subscribe to the event. */
async function findSubscribedRoutes(database: SellersContext['database'], failing: FailingRoute[]) {
  if (failing.length === 0) return []
  const routes = await database.$queryRaw<{ sellerId: string; routeId: string; routeKey: string }[]>`
    SELECT seller.id AS "sellerId", route.id AS "routeId", route.route_key AS "routeKey"
    FROM unnest(${failing.map(({ routeKey }) => routeKey)}::text[]) AS failed(route_key)
    JOIN sellers seller ON seller.handle = split_part(failed.route_key, '/', 3)
    JOIN stored_routes route ON route.seller_id = seller.id AND route.route_key = failed.route_key
    WHERE route.kind IN ('api', 'metered_api') AND route.state = 'live'
      AND EXISTS (SELECT 1 FROM webhook_endpoints endpoint
        WHERE endpoint.seller_id = seller.id AND endpoint.is_enabled AND 'upstream.failing' = ANY (endpoint.events))`
  return routes.flatMap((route) =>
    failing.filter(({ routeKey }) => routeKey === route.routeKey).map((failed) => ({ ...route, ...failed })),
  )
}
