import type { Database } from '@/lib/base/infra/database'
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
  if (sinceRevision !== null) {
    yield await database.storedRoute.findMany({
      where: { sellerId, kind, revision: { gt: sinceRevision } },
      include,
      orderBy: { revision: 'asc' },
    })
    return
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

const LOWEST_ID = '00000000-0000-0000-0000-000000000000'
