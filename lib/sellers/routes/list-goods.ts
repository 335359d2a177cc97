import type { Database } from '@/lib/infra/database'
import { type RouteKind, routeSettings } from './route-input'
import { type ShownPrice, shownPrice } from './shown-price'

/** A shop as its visitors see it. */
export type Storefront = { name: string; handle: string; goods: StorefrontGoods[]; isCut: boolean }

type StorefrontGoods = ShownPrice & {
  kind: RouteKind
  title: string
  description: string
  method: string
  path: string
}

const MAXIMUM_GOODS = 200

/** What a shop sells now, newest first; null for an unknown handle and for a suspended shop alike. */
export async function listGoods(database: Database, handle: string): Promise<Storefront | null> {
  const seller = await database.seller.findFirst({
    where: { handle, suspendedReason: null },
    select: {
      name: true,
      routes: {
        where: { state: 'live', suspendedReason: null },
        select: { kind: true, title: true, method: true, path: true, settings: true },
        orderBy: { id: 'desc' },
        take: MAXIMUM_GOODS + 1,
      },
    },
  })
  if (!seller) return null
  const goods = seller.routes.slice(0, MAXIMUM_GOODS).flatMap(({ settings, ...route }) => {
    const parsed = routeSettings.parse(settings)
    return parsed.access === 'refused' ? [] : [{ ...route, description: parsed.description, ...shownPrice(parsed) }]
  })
  return { name: seller.name, handle, goods, isCut: seller.routes.length > MAXIMUM_GOODS }
}
