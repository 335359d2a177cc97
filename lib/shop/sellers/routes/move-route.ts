import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/changes'
import { routeSuspended } from '../operating/suspensions'
import { reloadRoutes } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import type { RouteState } from './route-input'
import { getRoute } from './routes'

/** Starts selling, or resumes after a pause. Fails with `FILE_MISSING` for a file that has not been uploaded. */
export async function publishRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const route = await getRoute(context, actor, routeId)
  if (route.kind === 'file' && !route.file) throw new DomainError('FILE_MISSING', say('fileMissing'))
  await moveRoute(context, actor, routeId, { from: ['draft', 'paused'], to: 'live', refusal: say('archivedForGood') })
}

/** Stops selling until it is published again: the address says so, and purchases stay open. */
export const pauseRoute = (context: SellersContext, actor: Actor, routeId: string): Promise<void> =>
  moveRoute(context, actor, routeId, { from: ['live'], to: 'paused', refusal: say('pauseLive') })

/**
 * Archives a route permanently; its payments stay, and the shop can use its address for another route. Fails with
 * `ROUTE_SUSPENDED` for a suspended one, which keeps its address.
 */
export function archiveRoute(context: SellersContext, actor: Actor, routeId: string): Promise<void> {
  const from = ['draft', 'live', 'paused'] as const
  return moveRoute(context, actor, routeId, { from, to: 'archived', refusal: say('archiveRefused') })
}

type Move = { from: readonly RouteState[]; to: RouteState; refusal: Sentence }

/** Changes a route's state; no change if it has that state already. A suspended one can only be paused. */
async function moveRoute(context: SellersContext, actor: Actor, routeId: string, move: Move): Promise<void> {
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
