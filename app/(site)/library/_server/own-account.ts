import { currentOwner } from '@/app/_server/current-session'
import { defaultRetention } from '@/lib/base/infra/retention'
import { findOwnedRoutes } from '@/lib/payments/owned-route-sql'
import { findCopies, produceCopy } from '@/lib/shop/sellers/produce/produce-copy'
import { closeAccount } from '@/lib/site/compose/close-account'
import { running } from '@/lib/site/compose/running'
import { runAsSeller } from '../../dashboard/_server/dashboard'

/** Closes the reader's account, for this site's own pages only. */
export const closeOwnAccount = (ending: string) =>
  runAsSeller(({ database }, actor) => closeAccount(database, actor, { ending }))

/** Purchases among these whose text or file is archived and can still be saved, and until when. */
export async function readCopies(paymentIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const { database } = running('site')
  const routes = await findOwnedRoutes(database, await currentOwner(), paymentIds)
  const copies = await findCopies(database, [...new Set(routes.values())], defaultRetention)
  return new Map(
    [...routes].flatMap(([paymentId, routeId]): [string, Date][] => {
      const until = copies.get(routeId)
      return until ? [[paymentId, until]] : []
    }),
  )
}

/** The archived text or file that the reader bought by that payment; null where there is none. */
export async function readCopy(paymentId: string): Promise<Response | null> {
  const { database } = running('site')
  const routes = await findOwnedRoutes(database, await currentOwner(), [paymentId])
  const routeId = routes.get(paymentId)
  return routeId === undefined ? null : produceCopy(database, routeId)
}
