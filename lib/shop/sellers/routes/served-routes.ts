import { type Database, Prisma, sql } from '@/lib/base/infra/database'
import { declaredHeaders } from '@/lib/base/x402/bazaar-declaration'
import type { DescribedRoute } from '@/lib/base/x402/paid-open-api'
import { isBeingBoughtSql, isOwnedSql } from '@/lib/payments/payment-sql'
import { findShopTerms, type ShopTerms } from '../payments/payees'
import type { StoredRoute } from '../ports'
import { buildGateRoute } from './build-gate-route'
import { findStoredFaults } from './check-route'
import { describeTool, type ToolShape } from './describe-tool'
import { type RouteKind, routeKinds } from './kinds'
import { declaredQuery, type RouteSettings, routeSettings } from './route-input'
import { shownPrice } from './route-settings'

export type ServedRoute = StoredRoute & {
  kind: RouteKind
  settings: RouteSettings
  gateRoute: ReturnType<typeof buildGateRoute>
  /** Headers of a request, besides the usual ones, that the seller's server gets. */
  headers: readonly string[]
  updatedAt: Date
}

const parts = {
  upstream: { select: { timeoutMs: true } },
  seller: { select: { handle: true, suspendedReason: true, isContentClosed: true } },
} as const

/** `isKept`: it is archived, and someone who bought it may open it. */
type ServedRow = Prisma.StoredRouteGetPayload<{ include: typeof parts }> & { isKept?: boolean }

function toServedRoute(row: ServedRow, shop: ShopTerms): ServedRoute {
  const settings = routeSettings.parse(row.settings)
  // An unlisted route declares no bazaar extension, so that neither a payment nor a probe lists it.
  if (row.listingSuspendedReason !== null || row.isKept) settings.discovery.isListed = false
  const { id: routeId, kind, title, state, routeKey, gatewayId, updatedAt, upstream } = row
  const timeout = upstream && { upstreamTimeoutMs: upstream.timeoutMs }
  const sale = buildGateRoute({ kind, title, settings, routeId, gatewayId, ...timeout }, shop)
  const isKept = row.isKept === true && sale.extensions?.['sign-in-with-x'] !== undefined
  return {
    routeId,
    kind,
    stop: findStop(row),
    routeKey,
    access: settings.access,
    isServed: state === 'live' || state === 'paused' || isKept,
    gateRoute: { ...sale, ...(isKept && { accepts: [], passes: undefined }), stored: { routeId } },
    settings,
    headers: declaredHeaders(settings.discovery.inputSchema),
    updatedAt,
  }
}

function findStop({ state, seller, ...route }: ServedRow): ServedRoute['stop'] {
  const suspended = [route, seller].filter(({ suspendedReason }) => suspendedReason !== null)
  if (suspended.some(({ isContentClosed }) => isContentClosed)) return 'closed'
  if (suspended.length > 0) return 'suspended'
  if (state === 'archived') return 'archived'
  return state === 'paused' ? 'paused' : null
}

export type ShopChanges = { sellerId: string; revision: number; routes: ServedRoute[] }

/**
 * The changes in a shop since a revision that was loaded before; null for an unknown handle. One indexed read when
 * nothing changed. Changes of one shop follow each other, so none is ever missed.
 */
export async function loadRoutes(
  database: Database,
  handle: string,
  { sinceRevision }: { sinceRevision: number | null },
): Promise<ShopChanges | null> {
  const seller = await database.seller.findUnique({ where: { handle }, select: { id: true, revision: true } })
  if (!seller) return null
  const base = { sellerId: seller.id, revision: seller.revision }
  if (seller.revision === sinceRevision) return { ...base, routes: [] }
  const shop = await findShopTerms(database, seller.id)
  const routes: ServedRoute[] = []
  for await (const rows of readRows(database, seller.id, sinceRevision)) {
    for (const row of rows) routes.push(toServedRoute(row, shop))
  }
  return { ...base, routes }
}

/** Routes per read, so that other requests are answered while a shop with thousands of routes loads. */
const ROWS_PER_READING = 500

/**
 * The rows of a shop, oldest first: a path may have moved from an archived route to a new one, which comes last and
 * counts. A row that changes during the read has a newer revision, and is read the next time. Kinds that a newer version
 * sells are left out.
 */
async function* readRows(database: Database, sellerId: string, sinceRevision: number | null) {
  const wanted = await database.rows<{ id: string; isKept: boolean }>(sql`
    SELECT route.id, ${isKeptSql} AS "isKept" FROM stored_routes AS route
    WHERE route.seller_id = ${sellerId}::uuid AND route.kind::text = ANY (${[...routeKinds]})
      AND route.revision > ${sinceRevision ?? -1}
      AND (${sinceRevision !== null} OR route.state IN ('live', 'paused') OR ${isKeptSql})
    ORDER BY route.id`)
  const kept = new Set(wanted.filter(({ isKept }) => isKept).map(({ id }) => id))
  for (let at = 0; at < wanted.length; at += ROWS_PER_READING) {
    const id = { in: wanted.slice(at, at + ROWS_PER_READING).map(({ id }) => id) }
    const rows = await database.storedRoute.findMany({ where: { id }, include: parts, orderBy: { id: 'asc' } })
    yield rows.map((row) => ({ ...row, isKept: kept.has(row.id) }))
  }
}

const ofRoute = [sql`route.route_key`, sql`route.id`] as const

/** Whether it is an archived text or file that someone may open or is buying, and nothing is sold there since. */
const isKeptSql = sql`(route.state = 'archived' AND route.erased_at IS NULL AND route.kind IN ('article', 'file')
  AND (${isOwnedSql(...ofRoute)} OR ${isBeingBoughtSql(...ofRoute)})
  AND NOT EXISTS (SELECT FROM stored_routes AS later WHERE later.seller_id = route.seller_id
    AND later.route_key = route.route_key AND later.state IN ('live', 'paused')))`

export type OfferedTool = ToolShape & {
  name: string
  title: string
  served: ServedRoute
  isListed: boolean
  /** Changes whenever anything changes that the tool depends on. */
  version: string
}

/** The live tool of that name; null for none, and for one whose declaration keeps it out of the list. */
export async function findTool(database: Database, name: string): Promise<OfferedTool | null> {
  const row = await database.storedRoute.findUnique({ where: { toolName: name, ...sold }, include: parts })
  return row && (toOffered(row, await findShopTerms(database, row.sellerId))[0] ?? null)
}

/** Tools by name: those of one shop, or the most recently changed ones of all shops. */
export async function listTools(
  database: Database,
  { handle, limit }: { handle: string | null; limit: number },
): Promise<OfferedTool[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      toolName: { not: null },
      ...sold,
      ...(handle === null ? {} : { seller: { handle, suspendedReason: null } }),
    },
    include: parts,
    orderBy: { updatedAt: 'desc' },
    take: limit,
  })
  const sellerIds = [...new Set(rows.map(({ sellerId }) => sellerId))]
  const known = await Promise.all(sellerIds.map(async (id) => [id, await findShopTerms(database, id)] as const))
  const shops = new Map(known)
  return rows
    .flatMap((row) => toOffered(row, shops.get(row.sellerId)))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

export async function keepListedTools(database: Database, names: string[]): Promise<Set<string>> {
  const rows = await database.storedRoute.findMany({
    where: {
      toolName: { in: names },
      ...sold,
      listingSuspendedReason: null,
      settings: { path: ['discovery', 'isListed'], equals: true },
    },
    select: { toolName: true },
  })
  return new Set(rows.map(({ toolName }) => toolName ?? '')) // Asked for by the query.
}

const sold = { state: 'live', suspendedReason: null, seller: { suspendedReason: null } } as const

/** Leaves out a tool from before a rule that it may break for all who read the list. */
function toOffered(row: ServedRow, shop: ShopTerms | undefined): [] | [OfferedTool] {
  if (!shop) return []
  const served = toServedRoute(row, shop)
  const { settings } = served
  if (Object.keys(findStoredFaults({ ...row, settings })).length > 0) return []
  const { handle } = row.seller
  return [
    {
      ...describeTool(settings, { title: row.title, method: row.method, path: `/x/${handle}${row.path}` }),
      name: row.toolName ?? '', // Asked for by the query.
      title: row.title,
      served,
      isListed: settings.discovery.isListed,
      // The row's own revision, read with it: the shop's may be newer by then.
      version: `${row.id} ${row.revision}`,
    },
  ]
}

/**
 * Sellers' paid routes that are sold now and listed: those of one shop, or the newest of all. Without those that were
 * saved before a rule that they break.
 */
export async function listOpenRoutes(
  database: Database,
  { handle, limit }: { handle: string | null; limit: number },
): Promise<DescribedRoute[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      ...sold,
      listingSuspendedReason: null,
      seller: { suspendedReason: null, ...(handle !== null && { handle }) },
      settings: { path: ['discovery', 'isListed'], equals: true },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.flatMap(({ id, revision, routeKey, title, settings, kind }) => {
    const parsed = routeSettings.parse(settings)
    if (Object.keys(findStoredFaults({ id, revision, routeKey, title, settings: parsed })).length > 0) return []
    const { description, mimeType, price, metering, query, discovery } = parsed
    const { inputSchema, outputSchema } = discovery
    const said = { routeKey, title, description, mimeType, query: declaredQuery(query), inputSchema, outputSchema }
    const leastDollars = shownPrice(parsed).dollars ?? undefined
    const isAlsoMarkdown = kind === 'article'
    return price
      ? [{ ...said, isAlsoMarkdown, dollars: price.dollars, leastDollars, isMetered: metering !== null }]
      : []
  })
}
