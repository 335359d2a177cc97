import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { getRoute } from '../routes/get-route'

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
