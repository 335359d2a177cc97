import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { moveRoute } from './move-route'

/**
 * Takes a route away for good; its payments stay, and its address is free again for another route of the shop.
 * Fails with `ROUTE_SUSPENDED` for one that an operator has suspended, which keeps its address.
 */
export async function archiveRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const refusal = say('archiveRefused')
  await moveRoute(context, actor, routeId, { from: ['draft', 'live', 'paused'], to: 'archived', refusal })
}
