import { type FailingRoute, findFailingRoutes } from '@/lib/payments/find-failing-routes'
import { queueFailureMail, type SubscribedFailure } from '../mail/queue-mail'
import type { SellersContext } from '../ports'
import { queueEvent } from './queue-event'

/** This many failures in a row, within these minutes, make one event an hour. */
const TOLD_AFTER = 3
const MINUTES = 10

/**
 * Tells sellers whose server keeps failing their buyers: three times in a row within ten minutes, once an hour by
 * webhook, and once a day (UTC) by e-mail. Nothing was charged for any of these. Safe in any number of instances.
 */
export async function queueUpstreamFailures(context: SellersContext): Promise<number> {
  const { database, clock } = context
  const now = clock()
  const failing = await findFailingRoutes(database, {
    since: new Date(now.getTime() - MINUTES * 60_000),
    times: TOLD_AFTER,
  })
  let queued = 0
  const subscribed = await findSubscribedRoutes(database, failing)
  await queueFailureMail(context, subscribed)
  for (const { sellerId, routeId, title: _title, address: _address, language: _language, ...failed } of subscribed) {
    const eventId = `upstream.failing ${routeId} ${Math.floor(now.getTime() / 3_600_000)}`
    const facts = { upstream: { routeId, ...failed } }
    queued += await queueEvent(database, [sellerId], { type: 'upstream.failing', eventId, at: now, facts })
  }
  return queued
}

/** The routes among them whose sellers subscribe to the event. */
async function findSubscribedRoutes(database: SellersContext['database'], failing: FailingRoute[]) {
  if (failing.length === 0) return []
  const routes = await database.$queryRaw<Omit<SubscribedFailure, 'failures' | 'lastFailedAt' | 'lastReason'>[]>`
    SELECT seller.id AS "sellerId", route.id AS "routeId", route.route_key AS "routeKey", route.title, mailbox.address,
      mailbox.language
    FROM unnest(${failing.map(({ routeKey }) => routeKey)}::text[]) AS failed(route_key)
    JOIN sellers seller ON seller.handle = split_part(failed.route_key, '/', 3)
    LEFT JOIN mailboxes mailbox ON mailbox.seller_id = seller.id AND mailbox.confirmed_at IS NOT NULL
      AND 'upstream.failing' = ANY (mailbox.events)
    JOIN stored_routes route ON route.seller_id = seller.id AND route.route_key = failed.route_key
    WHERE route.kind IN ('api', 'metered_api') AND route.state = 'live'
      AND (mailbox.id IS NOT NULL OR EXISTS (SELECT 1 FROM webhook_endpoints endpoint
        WHERE endpoint.seller_id = seller.id AND endpoint.is_enabled AND 'upstream.failing' = ANY (endpoint.events)))`
  return routes.flatMap((route) =>
    failing.filter(({ routeKey }) => routeKey === route.routeKey).map((failed) => ({ ...route, ...failed })),
  )
}
