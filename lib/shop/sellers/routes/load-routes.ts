import { type Database, Prisma } from '@/lib/base/infra/database'
import { isBeingBoughtSql, isOwnedSql } from '@/lib/payments/owned-route-sql'
import { findShopTerms } from '../payments/shop-terms'
import { routeKinds } from './kinds'
import { type ServedRoute, toServedRoute } from './to-served-route'

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
    for (const row of rows) routes.push(toServedRoute(row, shop).served)
  }
  return { ...base, routes }
}

/** Routes per read, so that other requests are answered while a shop with thousands of routes loads. */
const ROWS_PER_READING = 500

/**
 * The rows of a shop. A row that changes during the read has a newer revision, and is read the next time. A path may
 * have moved from an archived route to a new one: changes are sorted so that the newest comes last and counts. Kinds that
 * a newer version sells are left out.
 */
async function* readRows(database: Database, sellerId: string, sinceRevision: number | null) {
  const include = {
    upstream: { select: { timeoutMs: true } },
    seller: { select: { suspendedReason: true, isContentClosed: true } },
  }
  const kind = { in: [...routeKinds] }
  const kept = await findKept(database, sellerId, sinceRevision ?? 0)
  const mark = <Row extends { id: string }>(row: Row) => ({ ...row, isKept: kept.has(row.id) })
  if (sinceRevision !== null) {
    const changed = { sellerId, kind, revision: { gt: sinceRevision } }
    yield (await database.storedRoute.findMany({ where: changed, include, orderBy: { revision: 'asc' } })).map(mark)
    return
  }
  for (let at = 0, ids = [...kept]; at < ids.length; at += ROWS_PER_READING) {
    const id = { in: ids.slice(at, at + ROWS_PER_READING) }
    yield (await database.storedRoute.findMany({ where: { id }, include, orderBy: { revision: 'asc' } })).map(mark)
  }
  const state = { in: ['live' as const, 'paused' as const] }
  for (let after = LOWEST_ID; ; ) {
    const rows = await database.storedRoute.findMany({
      where: { sellerId, kind, state, id: { gt: after } },
      include,
      orderBy: { id: 'asc' },
      take: ROWS_PER_READING,
    })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_READING) return
    after = last.id
  }
}

/** Archived texts and files that someone may open or is buying, oldest first; what is sold there since comes before. */
async function findKept(database: Database, sellerId: string, sinceRevision: number): Promise<ReadonlySet<string>> {
  const route = [Prisma.sql`route.route_key`, Prisma.sql`route.id`] as const
  const rows = await database.$queryRaw<{ id: string }[]>`
    SELECT route.id FROM stored_routes AS route
    WHERE route.seller_id = ${sellerId}::uuid AND route.revision > ${sinceRevision} AND route.state = 'archived'
      AND route.erased_at IS NULL AND route.kind IN ('article', 'file')
      AND (${isOwnedSql(...route)} OR ${isBeingBoughtSql(...route)})
      AND NOT EXISTS (SELECT FROM stored_routes AS later WHERE later.seller_id = route.seller_id
        AND later.route_key = route.route_key AND later.state IN ('live', 'paused'))
    ORDER BY route.revision`
  return new Set(rows.map(({ id }) => id))
}

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
