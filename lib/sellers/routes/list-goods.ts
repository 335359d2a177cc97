import type { Database } from '@/lib/infra/database'
import { type RouteKind, routeSettings } from './route-input'

/** A shop as its visitors see it. */
export type Storefront = { name: string; handle: string; goods: StorefrontGoods[]; isCut: boolean }

type StorefrontGoods = {
  kind: RouteKind
  title: string
  description: string
  method: string
  path: string
  /** Such as `$0.02`; the most that it can cost for meters, null for what is opened by a sign-in alone. */
  dollars: string | null
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
    const { description, price, access } = routeSettings.parse(settings)
    return access === 'refused' ? [] : [{ ...route, description, dollars: price?.dollars ?? null }]
  })
  return { name: seller.name, handle, goods, isCut: seller.routes.length > MAXIMUM_GOODS }
}
