import { currentOwner } from '@/app/_server/current-session'
import { findOwnedRoutes } from '@/lib/payments/owned-route-sql'
import { findCopies, produceCopy } from '@/lib/shop/sellers/produce/produce-goods'
import { closeAccount } from '@/lib/site/compose/close-account'
import { running } from '@/lib/site/compose/running'
import { runAsSeller } from '../../dashboard/_server/dashboard'

export const closeOwnAccount = (ending: string) =>
  runAsSeller(({ database }, actor) => closeAccount(database, actor, { ending }))

/** Purchases among these whose text or file is archived, which their owner opens or saves. */
export async function readCopies(paymentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { database } = running('site')
  const routes = await findOwnedRoutes(database, await currentOwner(), paymentIds)
  const copies = await findCopies(database, [...new Set(routes.values())])
  return new Set([...routes].flatMap(([paymentId, routeId]) => (copies.has(routeId) ? [paymentId] : [])))
}

/** The archived text or file that the reader bought by that payment; null where there is none. */
export async function readCopy(paymentId: string): Promise<Response | null> {
  const { database } = running('site')
  const routes = await findOwnedRoutes(database, await currentOwner(), [paymentId])
  const routeId = routes.get(paymentId)
  return routeId === undefined ? null : produceCopy(database, routeId)
}
