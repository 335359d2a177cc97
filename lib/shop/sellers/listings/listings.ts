import { type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { StoredRoute as RouteRow } from '@/lib/base/infra/generated/prisma/client'
import { say } from '@/lib/base/sentences/say'
import { type Actor, shopOf } from '../actor'
import { changeShop } from '../audit/own-shop'
import { queueEvent } from '../outbox/queue-events'
import { findShopTerms } from '../payments/payees'
import type { SellerListingOutcome, SellersContext } from '../ports'
import { buildGateRoute } from '../routes/build-gate-route'
import { routeSettings } from '../routes/route-input'
import { getRoute } from '../routes/routes'

/** `suspendedReason`: why an operator has suspended the route, its listing or the whole shop. */
type UnsyncedRoute = Pick<
  RouteRow,
  'id' | 'sellerId' | 'kind' | 'state' | 'title' | 'routeKey' | 'settings' | 'revision' | 'suspendedReason'
>

/**
 * Sends every new change to the catalog: live routes that their sellers list are listed, others are removed. Safe in
 * any number of instances and after a crash, since telling twice changes nothing.
 */
export async function syncListings(context: SellersContext, limit = 20): Promise<number> {
  // A route that gave up an address comes before the one that took it over.
  const rows = await context.database.rows<UnsyncedRoute>(sql`
    SELECT id, seller_id AS "sellerId", kind, state, title, route_key AS "routeKey", settings, revision,
      COALESCE(listing_suspended_reason, suspended_reason,
        (SELECT suspended_reason FROM sellers WHERE id = seller_id)) AS "suspendedReason"
    FROM stored_routes WHERE listed_revision IS DISTINCT FROM revision ORDER BY seller_id, revision LIMIT ${limit}`)
  for (const row of rows) await sync(context, row)
  return rows.length
}

async function sync(context: SellersContext, row: UnsyncedRoute): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    const before = await takeTurn(transaction, row)
    if (!before) return
    const outcome = await list(context, row)
    const listed = outcome?.status === 'success' ? outcome.key : null
    if (before.listingKey !== null && before.listingKey !== listed) await context.catalog.remove(before.listingKey)
    // A suspended route keeps its key: by it the catalog knows which entry its owner may not list again.
    const key = row.suspendedReason === null ? listed : before.listingKey
    await record(context, transaction, row, { outcome, key, before: before.listingStatus })
  }, turn)
}

const turn = { timeout: 60_000, maxWait: 30_000 }

/**
 * Locks the shop, so that its changes reach the catalog one after the other and in order: an instance that is late must
 * not undo a newer change. Null when another process does it, or something newer came.
 */
async function takeTurn(
  transaction: DatabaseTransaction,
  { id, sellerId, revision }: UnsyncedRoute,
): Promise<{ listingKey: string | null; listingStatus: string } | null> {
  const shops = await transaction.rows<unknown>(sql`
    SELECT 1 FROM sellers WHERE id = ${sellerId}::uuid FOR NO KEY UPDATE SKIP LOCKED`)
  if (shops.length === 0) return null
  const rows = await transaction.rows<{ listingKey: string | null; listingStatus: string }>(sql`
    SELECT listing_key AS "listingKey", listing_status AS "listingStatus" FROM stored_routes
    WHERE id = ${id}::uuid AND revision = ${revision} AND listed_revision IS DISTINCT FROM revision`)
  return rows[0] ?? null
}

/** Stores the catalog's answer, and tells the seller where it is news. */
async function record(
  { clock, publicOrigin }: SellersContext,
  transaction: DatabaseTransaction,
  { id: routeId, sellerId, routeKey, revision }: UnsyncedRoute,
  { outcome, key, before }: { outcome: SellerListingOutcome | null; key: string | null; before: string },
): Promise<void> {
  const status = outcome?.status ?? 'not_listed'
  const reason = outcome?.status === 'rejected' ? outcome.reason : null
  await transaction.storedRoute.update({
    where: { id: routeId },
    data: { listedRevision: revision, listingStatus: status, listingReason: reason, listingKey: key },
  })
  if (status === before) return
  const at = clock()
  const url = `${publicOrigin}${routeKey.slice(routeKey.indexOf(' ') + 1)}`
  const listing = { routeId, routeKey, url, status, previousStatus: before, reason }
  const eventId = `listing.changed ${routeId} ${at.getTime()}`
  await queueEvent(transaction, [sellerId], { type: 'listing.changed', eventId, at, facts: { listing } })
}

/** Lists a route as it is sold now, or says why it cannot be. Null for one that must not be listed now. */
async function list(context: SellersContext, row: UnsyncedRoute): Promise<SellerListingOutcome | null> {
  const settings = routeSettings.parse(row.settings)
  if (row.state !== 'live' || !settings.discovery.isListed) return null
  if (row.suspendedReason !== null) {
    return { status: 'rejected', reason: `Those who run this site have suspended it: ${row.suspendedReason}` }
  }
  const shop = await findShopTerms(context.database, row.sellerId)
  const gateRoute = buildGateRoute({ kind: row.kind, title: row.title, settings }, shop)
  const built = await context.gate.buildTerms(row.routeKey, gateRoute)
  return built.ok ? context.catalog.list(built.terms) : { status: 'rejected', reason: built.message }
}

/**
 * Sends a route to the catalog again, at the worker's next turn; until then its listing is `processing`. Fails with
 * `ROUTE_NOT_LISTED` for a route that is not live, or that its seller does not list.
 */
export async function refreshListing(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const { state, settings } = await getRoute(context, actor, routeId)
  if (state !== 'live' || !settings.discovery.isListed) throw new DomainError('ROUTE_NOT_LISTED', say('refreshLive'))
  // Nothing that is served changes, so the shop's revision stays.
  await context.database.storedRoute.updateMany({
    where: { id: routeId, seller: shopOf(actor) },
    data: { listedRevision: null },
  })
}

/**
 * Takes a route out of the bazaar: its 402 no longer declares discovery, and its entry goes at the worker's next turn.
 * It is still sold. No change for one already delisted. Fails with `ROUTE_ARCHIVED`.
 */
export async function delistRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const { state, settings } = await getRoute(context, actor, routeId)
  if (state === 'archived') throw routeArchived()
  if (!settings.discovery.isListed) return
  await changeShop(context, actor, async ({ transaction, sellerId, revision, now, record }) => {
    const changed = await transaction.execute(sql`
      UPDATE stored_routes SET settings = jsonb_set(settings, '{discovery,isListed}', 'false'), revision = ${revision},
        updated_at = ${now}
      WHERE id = ${routeId}::uuid AND seller_id = ${sellerId}::uuid AND state <> 'archived'`)
    if (changed !== 1) throw routeArchived()
    await record('listing.changed', routeId, { before: { isListed: true }, after: { isListed: false } })
  })
}

const routeArchived = () => new DomainError('ROUTE_ARCHIVED', say('archivedUnlisted'))
