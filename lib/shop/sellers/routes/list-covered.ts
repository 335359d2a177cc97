import type { Database } from '@/lib/base/infra/database'
import type { PassSettings } from '../passes/pass-settings'
import { covers } from '../passes/shop-passes'
import type { RouteKind } from './kinds'
import { routeSettings } from './route-input'

export type CoveredRoute = { kind: RouteKind; title: string; method: string; path: string }

/** The routes on sale that a pass of that shop opens for those who buy it now, newest first. */
export async function listCovered(database: Database, sellerId: string, pass: PassSettings): Promise<CoveredRoute[]> {
  const routes = await database.storedRoute.findMany({
    where: { sellerId, state: 'live', suspendedReason: null, kind: { notIn: ['pass', 'sign_in'] } },
    select: {
      ...{ id: true, kind: true, title: true, method: true, path: true, gatewayId: true, settings: true },
      seller: { select: { handle: true } },
    },
    orderBy: { id: 'desc' },
  })
  return routes.flatMap(({ id: routeId, kind, title, method, path, gatewayId, settings, seller }) => {
    const { access, discovery } = routeSettings.parse(settings)
    const isCovered = access === 'paid' && covers(pass, { routeId, kind, gatewayId, tags: discovery.tags ?? [] })
    return isCovered ? [{ kind, title, method, path: `/x/${seller.handle}${path}` }] : []
  })
}
