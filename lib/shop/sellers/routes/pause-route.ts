import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { moveRoute } from './move-route'

/** Stops selling until it is published again: the address says so, and purchases stay open. */
export async function pauseRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const refusal = say('pauseLive')
  await moveRoute(context, actor, routeId, { from: ['live'], to: 'paused', refusal })
}
