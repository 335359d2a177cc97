import { type Actor, changeOwnShop } from '../actor'
import { recordChange } from '../audit/record-change'
import { reloadRoutes } from '../passes/keep-covers'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/enforce-quota'
import type { CheckedRoute } from './check-route'
import { prepareRoute } from './prepare-route'
import { refusePathTaken } from './route-address'
import { writeContent } from './write-content'

export type NewRoute = Pick<CheckedRoute, 'challengeWarning'> & {
  routeId: string
  url: string
  state: 'draft' | 'live'
}

/**
 * Makes a paid route. A live one answers 402 at once, on every instance within two seconds; a file's stays a draft
 * until the file is uploaded. Fails with `INPUT_REFUSED` or `ROUTE_PATH_TAKEN`.
 */
export async function createRoute(context: SellersContext, actor: Actor, input: unknown): Promise<NewRoute> {
  const { database, clock, publicOrigin, sealKey } = context
  const { handle, input: parsed, columns, facts, checked } = await prepareRoute(context, actor, input)
  const { kind } = parsed
  const state = kind === 'file' ? 'draft' : parsed.state
  const now = clock()
  const routeId = await refusePathTaken(
    database.$transaction(async (transaction) => {
      const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: context.limits.quotas, now })
      const row = { ...columns, kind, state, sellerId, revision, createdAt: now, updatedAt: now }
      const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
      await writeContent(transaction, sealKey, { sellerId, routeId: id, now }, parsed)
      if (kind === 'pass' && state === 'live') await reloadRoutes(transaction, { sellerId, revision })
      const after = { state, ...facts }
      await recordChange(transaction, actor, { at: now, sellerId, act: 'route.made', subject: id, after })
      return id
    }),
  )
  const url = `${publicOrigin}/x/${handle}${parsed.path}`
  return { routeId, url, state, challengeWarning: checked.challengeWarning }
}
