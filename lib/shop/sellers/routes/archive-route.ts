import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { moveRoute } from './move-route'

/**
 * Archives a route permanently; its payments stay, and the shop can use its address for another route. Fails with
 * `ROUTE_SUSPENDED` for a suspended one, which keeps its address.
 */
export async function archiveRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const refusal = say('archiveRefused')
  await moveRoute(context, actor, routeId, { from: ['draft', 'live', 'paused'], to: 'archived', refusal })
}
