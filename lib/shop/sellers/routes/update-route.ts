import type { DatabaseTransaction } from '@/lib/base/infra/database'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { type ExpectedVersions, refuseOthersChange } from '../content-version'
import { InputRefusedError } from '../input-refused-error'
import { findWorsened } from '../passes/check-pass'
import { noteRemoved, readCovered, reloadRoutes } from '../passes/keep-covers'
import type { SellersContext } from '../ports'
import { getRoute, type RouteView, routeVersion } from './get-route'
import { prepareRoute } from './prepare-route'
import { refusePathTaken } from './route-address'
import { routeFacts } from './route-facts'
import type { RouteInput } from './route-input'
import { writeContent } from './write-content'

/**
 * Changes a route; the next 402 shows it. Its kind is fixed, and so is its address once it has been live, since
 * purchases are stored under it: duplicate the route instead. Publishing, pausing and archiving change its state.
 * Returns the new version. Fails with `CHANGED_MEANWHILE` where none of the `expected` versions is stored any more.
 */
export async function updateRoute(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  input: unknown,
  expected: ExpectedVersions = null,
): Promise<string> {
  const { database, clock, sealKey } = context
  const before = await getRoute(context, actor, routeId)
  const prepared = await prepareRoute(context, actor, input, (parsed) => refuseOtherRoute(before, parsed))
  return refusePathTaken(
    database.$transaction(async (transaction) => {
      const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
      const stored = await readContent(transaction, routeId)
      await refuseOthersChange(transaction, { sellerId, subject: routeId, expected, current: routeVersion(stored) })
      const covered = await readCovered(transaction, sellerId)
      const changed = await transaction.storedRoute.updateMany({
        where: { id: routeId, sellerId, state: before.state },
        data: { ...prepared.columns, revision, updatedAt: clock() },
      })
      if (changed.count !== 1) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
      await noteRemoved(transaction, sellerId, covered)
      if (before.kind === 'pass') await reloadRoutes(transaction, { sellerId, revision })
      const now = clock()
      const { article } = stored
      await writeContent(transaction, sealKey, { sellerId, routeId, now }, prepared.input)
      const change = { at: now, sellerId, act: 'route.changed', subject: routeId } as const
      const text = article ? article.teaser + article.body : undefined
      const facts = routeFacts({ ...before, upstreamUrl: before.upstream?.url ?? null, text })
      await recordChange(transaction, actor, { ...change, before: facts, after: prepared.facts })
      return routeVersion(await readContent(transaction, routeId))
    }),
  )
}

const readContent = (transaction: DatabaseTransaction, routeId: string) =>
  transaction.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    include: { article: { select: { teaser: true, body: true } }, upstream: true },
  })

function refuseOtherRoute(before: RouteView, input: RouteInput): void {
  const { kind, method, path } = input
  // A form and a call of one route know only prices: either would put up for sale what is free or refused.
  if (before.settings.access !== 'paid') throw new DomainError('ROUTE_KIND_FIXED', say('operationInGateway'))
  if (kind !== before.kind) throw new DomainError('ROUTE_KIND_FIXED', say('kindFixed'))
  if (before.state === 'archived') throw new DomainError('ROUTE_ARCHIVED', say('archivedFixed'))
  if ((before.state !== 'draft' || before.suspension) && (method !== before.method || path !== before.path)) {
    throw new DomainError('ROUTE_ADDRESS_FIXED', say('addressFixed'))
  }
  if (before.state === 'draft' || !before.settings.pass || input.kind !== 'pass') return
  const faults = findWorsened(before.settings.pass, input.pass)
  if (Object.keys(faults).length > 0) throw new InputRefusedError(faults)
}
