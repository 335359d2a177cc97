import { buildGateRoute } from './build-gate-route'
import { findPayees } from './find-payees'
import type { ListingOutcome, SellersContext } from './ports'
import { type RouteKind, routeSettings } from './route-input'
import { queueEvent } from './webhooks/queue-event'

type Untold = {
  id: string
  sellerId: string
  kind: RouteKind
  state: string
  title: string
  method: string
  routeKey: string
  settings: unknown
  revision: number
  listingKey: string | null
  listingStatus: string
}

/**
 * Tells the catalog of every change that it has not been told of: live routes that want to be listed are, others are
 * taken out. Safe in any number of instances and after a crash, since telling twice changes nothing.
 */
export async function syncListings(context: SellersContext, limit = 20): Promise<number> {
  const rows = await context.database.$queryRaw<Untold[]>`
    SELECT id, seller_id AS "sellerId", kind, state, title, method, route_key AS "routeKey", settings, revision,
      listing_key AS "listingKey", listing_status AS "listingStatus"
    FROM stored_routes WHERE listed_revision IS DISTINCT FROM revision LIMIT ${limit}`
  for (const row of rows) await sync(context, row)
  return rows.length
}

async function sync(context: SellersContext, row: Untold): Promise<void> {
  const { catalog } = context
  const outcome = await listIfWanted(context, row)
  const key = outcome?.status === 'success' ? outcome.key : null
  if (row.listingKey !== null && row.listingKey !== key) await catalog.remove(row.listingKey)
  await record(context, row, outcome, key)
}

/** Writes down what the catalog said, and tells the seller where that is news, in one transaction. */
async function record(
  { database, clock, publicOrigin }: SellersContext,
  row: Untold,
  outcome: ListingOutcome | null,
  key: string | null,
): Promise<void> {
  const status = outcome?.status ?? 'not_listed'
  const reason = outcome?.status === 'rejected' ? outcome.reason : null
  const { id: routeId, routeKey, listingStatus: before } = row
  await database.$transaction(async (transaction) => {
    // Something newer has its own turn, and of two instances that found the same, one tells it.
    const { count } = await transaction.storedRoute.updateMany({
      where: { id: routeId, revision: row.revision, listingStatus: before },
      data: { listedRevision: row.revision, listingStatus: status, listingReason: reason, listingKey: key },
    })
    if (count === 0 || status === before) return
    const at = clock()
    const url = `${publicOrigin}${routeKey.slice(routeKey.indexOf(' ') + 1)}`
    const listing = { routeId, routeKey, url, status, previousStatus: before, reason }
    const eventId = `listing.changed ${routeId} ${at.getTime()}`
    await queueEvent(transaction, [row.sellerId], { type: 'listing.changed', eventId, at, facts: { listing } })
  })
}

/** Null for a route that is not to be listed now. */
async function listIfWanted(context: SellersContext, row: Untold): Promise<ListingOutcome | null> {
  const settings = routeSettings.parse(row.settings)
  if (row.state !== 'live' || !settings.discovery.isListed) return null
  const payees = await findPayees(context.database, row.sellerId)
  const gateRoute = buildGateRoute({ kind: row.kind, title: row.title, settings }, payees)
  const built = await context.gate.buildChallenge(row.routeKey, gateRoute)
  if (!built.ok) return { status: 'rejected', reason: built.message }
  const { challenge } = built
  return context.catalog.list({ url: challenge.resource.url, method: row.method, challenge })
}
