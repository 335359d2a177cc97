import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import type { SellersContext } from '../ports'
import { getRoute } from '../routes/get-route'

/**
 * Takes a route out of the bazaar: its 402 no longer declares discovery, and its entry goes at the worker's next turn.
 * It is still sold. No change for one already delisted. Fails with `ROUTE_ARCHIVED`.
 */
export async function delistRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const { state, settings } = await getRoute(context, actor, routeId)
  if (state === 'archived') throw routeArchived()
  if (!settings.discovery.isListed) return
  await context.database.$transaction(async (transaction) => {
    const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
    const at = context.clock()
    const changed = await transaction.$executeRaw`
      UPDATE stored_routes SET settings = jsonb_set(settings, '{discovery,isListed}', 'false'), revision = ${revision},
        updated_at = ${at}
      WHERE id = ${routeId}::uuid AND seller_id = ${sellerId}::uuid AND state <> 'archived'`
    if (changed !== 1) throw routeArchived()
    const facts = { before: { isListed: true }, after: { isListed: false } }
    await recordChange(transaction, actor, { at, sellerId, act: 'listing.changed', subject: routeId, ...facts })
  })
}

const routeArchived = () => new DomainError('ROUTE_ARCHIVED', say('archivedUnlisted'))
