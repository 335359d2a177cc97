import { type Sql, sql } from '@/lib/base/infra/database'
import type { StoredRoute } from '@/lib/base/infra/generated/prisma/client'
import { findFailingRoutes } from '@/lib/payments/find-payments'
import { listRefunds } from '@/lib/payments/refund-ledger'
import { listOwedPayments } from '@/lib/payments/unfinished-payments'
import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import { findStoredFaults } from '../routes/check-route'
import { routeSettings } from '../routes/route-input'
import { nameRoutes } from '../routes/routes'

/** Matters of a shop that wait for its seller. Each list is short: its page has the rest. */
export type Concerns = Awaited<ReturnType<typeof listConcerns>>

const SHOWN = 5
const LOOKED_AT = 500
const DAY_MS = 86_400_000
/** The same number in a row as for the webhook's event. */
const FAILURES = 3

/** Everything that needs the actor: failing servers and webhooks, refunds owed, and routes that sell nothing. */
export async function listConcerns(context: SellersContext, actor: Actor) {
  const { database, clock } = context
  const seller = await getOwnSeller(database, actor)
  const since = new Date(clock().getTime() - DAY_MS)
  const [failing, owed, unsentRefunds, failingEndpoints, faultyRoutes, idleRoutes] = await Promise.all([
    findFailingRoutes(database, { handle: seller.handle, since, times: FAILURES }),
    listOwedPayments(database, { handle: seller.handle, limit: SHOWN, isGoneSql: isGoneOf(seller.id) }),
    listRefunds(database, { sellerId: seller.id, status: 'promised' }, { take: SHOWN }),
    findFailingEndpoints(database, { sellerId: seller.id, since }),
    findFaultyRoutes(database, seller.id),
    findIdleRoutes(database, seller.id),
  ])
  const names = await nameRoutes(context, actor, [...failing, ...owed])
  return {
    failingRoutes: failing
      .flatMap((failed) => {
        const route = names.get(failed.routeKey)
        return route?.state === 'live' ? [{ ...failed, route }] : []
      })
      .slice(0, SHOWN),
    failingEndpoints,
    // A refund that is prepared needs to be sent, not prepared again.
    owed: owed
      .filter(({ paymentId }) => !unsentRefunds.some((refund) => refund.paymentId === paymentId))
      .map((payment) => ({ ...payment, title: names.get(payment.routeKey)?.title ?? null })),
    /** Prepared by the seller, and neither sent nor dropped since. */
    unsentRefunds,
    faultyRoutes,
    idleRoutes,
  }
}

type ConcernsDatabase = SellersContext['database']

/** Nothing answers at an archived route's key, unless another route has taken its address. */
const isGoneOf = (sellerId: string) => (routeKey: Sql) =>
  sql`NOT EXISTS (
  SELECT 1 FROM stored_routes
  WHERE seller_id = ${sellerId}::uuid AND stored_routes.route_key = ${routeKey} AND state IN ('live', 'paused'))`

/** Webhooks whose last delivery of the day failed: a later success shows that it is fixed. */
const findFailingEndpoints = (database: ConcernsDatabase, { sellerId, since }: { sellerId: string; since: Date }) =>
  database.rows<{ endpointId: string; url: string; failures: number }>(sql`
    SELECT endpoint.id::text AS "endpointId", endpoint.url, latest.failures
    FROM webhook_endpoints endpoint CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE state <> 'delivered' AND attempt_count > 0)::int AS failures,
        (array_agg(state ORDER BY created_at DESC) FILTER (WHERE attempt_count > 0))[1] AS state
      FROM (SELECT state, attempt_count, created_at FROM outbox
        WHERE receiver = endpoint.id::text AND created_at > ${since} ORDER BY created_at DESC LIMIT 100) AS recent
    ) AS latest
    WHERE endpoint.seller_id = ${sellerId}::uuid AND endpoint.is_enabled AND latest.state <> 'delivered'
    ORDER BY endpoint.created_at LIMIT ${SHOWN}`)

/**
 * Routes saved before a rule that they break: documents of all sellers omit them, or they are not sold. Looks at those
 * that declare a schema or cost next to nothing, saved longest ago first.
 */
async function findFaultyRoutes(database: ConcernsDatabase, sellerId: string) {
  type FaultyRow = Pick<StoredRoute, 'id' | 'revision' | 'routeKey' | 'title' | 'settings'>
  const rows = await database.rows<FaultyRow>(sql`
    SELECT id::text, revision, route_key AS "routeKey", title, settings FROM stored_routes
    WHERE seller_id = ${sellerId}::uuid AND state = 'live'
      AND (jsonb_exists_any(settings->'discovery', ARRAY['inputSchema', 'outputSchema'])
        OR settings::text LIKE '%"$0.000000%')
    ORDER BY updated_at LIMIT ${LOOKED_AT}`)
  return rows
    .flatMap(({ settings, ...row }) => {
      const [fault] = Object.values(findStoredFaults({ ...row, settings: routeSettings.parse(settings) }))
      return fault === undefined ? [] : [{ routeId: row.id, title: row.title, fault }]
    })
    .slice(0, SHOWN)
}

const findIdleRoutes = (database: ConcernsDatabase, sellerId: string) =>
  database.rows<{ routeId: string; title: string; state: 'draft' | 'paused' | 'suspended' }>(sql`
    SELECT id::text AS "routeId", title,
      CASE WHEN suspended_reason IS NOT NULL THEN 'suspended' ELSE state::text END AS state
    FROM stored_routes
    WHERE seller_id = ${sellerId}::uuid
      AND (state IN ('draft', 'paused') OR state = 'live' AND suspended_reason IS NOT NULL)
    ORDER BY suspended_reason IS NULL, updated_at DESC LIMIT ${SHOWN}`)
