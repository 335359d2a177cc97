import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { reloadRoutes } from '../passes/keep-covers'
import type { SellersContext } from '../ports'
import { routeSuspended } from '../suspensions/suspension'
import { getRoute } from './get-route'
import type { RouteState } from './route-input'

type Move = { from: readonly RouteState[]; to: RouteState; refusal: Sentence }

/** Changes a route's state; no change if it has that state already. A suspended one can only be paused. */
export async function moveRoute(context: SellersContext, actor: Actor, routeId: string, move: Move): Promise<void> {
  const { state, suspension, kind } = await getRoute(context, actor, routeId)
  if (suspension && move.to !== 'paused') throw routeSuspended(suspension.reason)
  if (state === move.to) return
  const hasMoved = await context.database.$transaction(async (transaction) => {
    const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
    const now = context.clock()
    if (!(await setState(transaction, { routeId, sellerId, revision, move, now }))) return false
    if (kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
    const states = { before: { state }, after: { state: move.to } }
    await recordChange(transaction, actor, { at: now, sellerId, act: 'route.moved', subject: routeId, ...states })
    return true
  })
  if (hasMoved) return
  // Another request may have moved it to that state at the same moment.
  const after = await getRoute(context, actor, routeId)
  if (after.suspension) throw routeSuspended(after.suspension.reason)
  if (after.state !== move.to) throw new DomainError('ROUTE_STATE_REFUSED', move.refusal)
}

async function setState(
  transaction: DatabaseTransaction,
  change: { routeId: string; sellerId: string; revision: number; move: Move; now: Date },
): Promise<boolean> {
  const { routeId, sellerId, revision, move, now } = change
  const { count } = await transaction.storedRoute.updateMany({
    where: {
      id: routeId,
      sellerId,
      state: { in: [...move.from] },
      ...(move.to === 'paused' ? {} : { suspendedReason: null, seller: { suspendedReason: null } }),
    },
    data: {
      state: move.to,
      revision,
      updatedAt: now,
      ...(move.to === 'archived' ? { shape: null, toolName: null, archivedAt: now } : {}),
    },
  })
  return count === 1
}
