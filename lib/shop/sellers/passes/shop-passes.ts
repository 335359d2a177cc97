import { z } from 'zod'
import type { Database, DatabaseTransaction } from '@/lib/base/infra/database'
import type { PassOffer } from '@/lib/base/x402/passes'
import { type PassSettings, passSettings } from './pass-settings'

/** A pass of a shop that is or was sold: it covers what its buyers paid for until they have had their time. */
export type ShopPass = PassSettings & {
  passId: string
  title: string
  path: string
  dollars: string
  networks: string[]
  isOnSale: boolean
  /** Routes that it does not cover any more, and since when. */
  removed: ReadonlyMap<string, Date>
}

/** A route as far as passes care. `routeId`: null before it is stored. */
export type Coverable = { routeId: string | null; kind: string; tags: readonly string[]; gatewayId: string | null }

const stored = z.object({
  pass: passSettings,
  price: z.object({ dollars: z.string(), networks: z.array(z.string()) }),
})

/** The passes of a shop; without those whose content operators have closed. */
export async function findShopPasses(database: Database | DatabaseTransaction, sellerId: string): Promise<ShopPass[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      sellerId,
      kind: 'pass',
      state: { not: 'draft' },
      NOT: { suspendedReason: { not: null }, isContentClosed: true },
    },
    select: {
      ...{ id: true, title: true, state: true, routeKey: true, settings: true, suspendedReason: true },
      removals: { select: { routeId: true, removedAt: true } },
    },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, title, state, routeKey, settings, suspendedReason, removals }) => {
    const { pass, price } = stored.parse(settings)
    return {
      ...pass,
      ...price,
      ...{ passId: id, title, path: routeKey.slice(routeKey.indexOf(' ') + 1) },
      isOnSale: state === 'live' && suspendedReason === null,
      removed: new Map(removals.map(({ routeId, removedAt }) => [routeId, removedAt])),
    }
  })
}

/** Whether a pass covers a route of its shop for those who buy it now. */
export function covers({ scope }: Pick<PassSettings, 'scope'>, route: Coverable): boolean {
  if (route.kind === 'pass' || route.kind === 'sign_in') return false
  switch (scope.kind) {
    case 'shop':
      return true
    case 'tag':
      return route.tags.some((tag) => tag.toLowerCase() === scope.tag.toLowerCase())
    case 'gateway':
      return route.gatewayId === scope.gatewayId
    case 'routes':
      return route.routeId !== null && scope.routeIds.includes(route.routeId)
  }
}

type PassOnSale = Omit<PassOffer, 'url'> & { path: string }

/** A pass by which a route opens. `until`: it was taken out then. `offer`: null where it cannot be bought for the route now. */
export type CoveringPass = { pass: ShopPass; until: Date | null; offer: PassOnSale | null }

/**
 * The passes by which a route opens, also those that have covered it. Those with the most calls come first; for what is
 * read, those that keep it.
 */
export function coveringPasses(passes: readonly ShopPass[], route: Coverable): CoveringPass[] {
  const isRead = route.kind === 'article' || route.kind === 'file'
  const keepsOf = ({ pass }: CoveringPass) => Number(isRead && pass.keepsRead)
  const callsOf = ({ pass }: CoveringPass) => pass.callsPerDay ?? Number.MAX_SAFE_INTEGER
  return passes
    .flatMap((pass): CoveringPass[] => {
      if (covers(pass, route)) return [{ pass, until: null, offer: pass.isOnSale ? toOffer(pass, isRead) : null }]
      const until = route.routeId === null ? undefined : pass.removed.get(route.routeId)
      return until ? [{ pass, until, offer: null }] : []
    })
    .sort((one, other) => keepsOf(other) - keepsOf(one) || callsOf(other) - callsOf(one))
}

const toOffer = ({ path, title, dollars, days, scope, callsPerDay }: ShopPass, isRead: boolean): PassOnSale => ({
  ...{ path, title, price: dollars, days, scope: scope.kind === 'shop' ? 'shop' : 'part' },
  ...(callsPerDay !== null && !isRead && { callsPerDay }),
})
