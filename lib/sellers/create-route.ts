import { type Actor, changeOwnShop, getOwnSeller } from './actor'
import { recordChange } from './audit/record-change'
import { routeFacts } from './audit/route-facts'
import { type CheckedRoute, checkRoute } from './check-route'
import { findPayees } from './find-payees'
import { parseInput } from './input-refused-error'
import type { SellersContext } from './ports'
import { keepQuota } from './quotas/keep-quota'
import { refusePathTaken } from './refuse-path-taken'
import { toolNameOf } from './name-tool'
import { buildRouteAddress } from './route-address'
import { routeInput } from './route-input'
import { toSettings, toStoredSettings } from './to-settings'
import { writeContent } from './write-content'

export type NewRoute = Pick<CheckedRoute, 'challengeWarning'> & {
  routeId: string
  url: string
  state: 'draft' | 'live'
}

/**
 * Makes a paid route. A live one answers 402 at once, on every instance within two seconds; a file's stays a draft
 * until its file is there. Fails with `INPUT_REFUSED` or `ROUTE_PATH_TAKEN`.
 */
export async function createRoute(context: SellersContext, actor: Actor, input: unknown): Promise<NewRoute> {
  const { database, clock, publicOrigin, sealKey } = context
  const seller = await getOwnSeller(database, actor)
  const parsed = parseInput(routeInput, input)
  const { kind, title, method, path } = parsed
  const address = buildRouteAddress(seller.handle, method, path)
  const settings = toSettings(parsed)
  const upstream = 'upstream' in parsed ? parsed.upstream : null
  const sold = { kind, title, settings, ...(upstream ? { upstreamTimeoutMs: upstream.timeoutMs } : {}) }
  const payees = await findPayees(database, seller.id)
  const toCheck = { ...sold, address, upstreamUrl: upstream?.url ?? null }
  const { challengeWarning } = await checkRoute(context, toCheck, payees)

  const state = kind === 'file' ? 'draft' : parsed.state
  const now = clock()
  const { routeKey, shape } = address
  const toolName = toolNameOf(seller.handle, parsed)
  const route = { kind, state, title, method, path, routeKey, shape, toolName, settings: toStoredSettings(settings) }
  const routeId = await refusePathTaken(
    database.$transaction(async (transaction) => {
      const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
      await keepQuota(transaction, { sellerId, name: 'routes', defaults: context.limits.quotas })
      const row = { ...route, sellerId, revision, createdAt: now, updatedAt: now }
      const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
      await writeContent(transaction, sealKey, id, parsed)
      const after = { state, ...routeFacts({ ...parsed, settings, upstreamUrl: upstream?.url ?? null }) }
      await recordChange(transaction, actor, { at: now, sellerId, act: 'route.made', subject: id, after })
      return id
    }),
  )
  return { routeId, url: `${publicOrigin}/x/${seller.handle}${path}`, state, challengeWarning }
}
