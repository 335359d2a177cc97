import type { PassFigures } from '@/lib/payments/sum-pass'
import { sumPass } from '@/lib/payments/sum-pass'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'

/** How a pass of the actor's shop is held and used; null for other routes. */
export async function getPassFigures(
  { database }: Pick<SellersContext, 'database'>,
  actor: Actor,
  passId: string,
): Promise<PassFigures | null> {
  const where = { id: passId, kind: 'pass' as const, seller: shopOf(actor) }
  const route = await database.storedRoute.findFirst({ where, select: { routeKey: true } })
  return route && sumPass(database, { passId, routeKey: route.routeKey })
}
