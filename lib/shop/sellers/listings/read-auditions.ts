import type { Actor } from '../actor'
import type { Auditions, SellersContext } from '../ports'
import { getRoute } from '../routes/get-route'

/** The site's purchases of a route of the actor's; null for one without an entry. */
export async function readAuditions(context: SellersContext, actor: Actor, routeId: string): Promise<Auditions | null> {
  await getRoute(context, actor, routeId)
  const { listingKey } = await context.database.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    select: { listingKey: true },
  })
  return listingKey === null ? null : context.catalog.auditions(listingKey)
}
