import type { Actor } from './actor'
import { moveRoute } from './move-route'
import type { SellersContext } from './ports'

/** Stops selling for a while: the address says so, and what was bought stays bought. */
export async function pauseRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const refusal = 'Only a live route can be paused.'
  await moveRoute(context, actor, routeId, { from: ['live'], to: 'paused', refusal })
}
