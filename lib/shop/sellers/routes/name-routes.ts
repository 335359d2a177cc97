import { type Actor, getOwnSeller } from '../actor'
import type { SellersContext } from '../ports'
import type { RouteState } from './route-input'

export type NamedRoute = { routeId: string; title: string; state: RouteState }

/**
 * The actor's own routes by the keys that payments record. Where a key was used again, it names the newest route; keys
 * of other shops, or of no route, are left out.
 */
export async function nameRoutes(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
  named: readonly { routeKey: string }[],
): Promise<Map<string, NamedRoute>> {
  if (named.length === 0) return new Map()
  const { id: sellerId } = await getOwnSeller(database, actor)
  const rows = await database.storedRoute.findMany({
    where: { sellerId, routeKey: { in: [...new Set(named.map(({ routeKey }) => routeKey))] } },
    select: { id: true, routeKey: true, title: true, state: true },
    orderBy: { id: 'asc' },
  })
  return new Map(rows.map(({ id, routeKey, title, state }) => [routeKey, { routeId: id, title, state }]))
}
