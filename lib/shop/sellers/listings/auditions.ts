import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Actor } from '../actor'
import type { Auditions, SellersContext } from '../ports'
import { getRoute } from '../routes/get-route'

/**
 * Has the site buy a listed route of the actor's soon, to see what buyers get. Fails with `ROUTE_NOT_LISTED` for a route
 * without an entry, and with `AUDITIONS_OFF` and `AUDITION_TOO_SOON` as the catalog does.
 */
export async function askAudition(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  await getRoute(context, actor, routeId)
  const row = await context.database.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    select: { listingKey: true, listingStatus: true },
  })
  if (row.listingKey === null || row.listingStatus !== 'success')
    throw new DomainError('ROUTE_NOT_LISTED', say('refreshLive'))
  await context.catalog.askAudition(row.listingKey)
}

/** The site's purchases of a route of the actor's; null for one without an entry. */
export async function readAuditions(context: SellersContext, actor: Actor, routeId: string): Promise<Auditions | null> {
  await getRoute(context, actor, routeId)
  const { listingKey } = await context.database.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    select: { listingKey: true },
  })
  return listingKey === null ? null : context.catalog.auditions(listingKey)
}
