import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange } from '../audit/record-change'
import { linkImages } from '../images/link-images'
import { findShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { enforceQuota } from '../quotas/enforce-quota'
import { openSealed, sealText } from '../seal'
import { routeSuspended } from '../suspensions/suspension'
import { checkRoute } from './check-route'
import { getRoute } from './get-route'
import { buildRouteAddress, refusePathTaken, toolNameOf } from './route-address'
import { routeFacts } from './route-facts'
import { toStoredSettings } from './to-settings'

/**
 * Makes a draft with the same settings and content at another path of the shop. A file has to be uploaded again. Secret
 * headers are copied: sealed again, and never shown. Fails with `ROUTE_SUSPENDED`, with `INPUT_REFUSED` where it could
 * not be sold at that path, and with `ROUTE_KIND_FIXED` for an operation of a gateway.
 */
export async function duplicateRoute(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  path: string,
): Promise<{ routeId: string }> {
  const { database, clock, sealKey } = context
  const before = await getRoute(context, actor, routeId)
  const { kind, title, method, settings, article, suspension } = before
  if (suspension) throw routeSuspended(suspension.reason)
  if (settings.access !== 'paid') throw new DomainError('ROUTE_KIND_FIXED', say('operationInGateway'))
  const { id: ownId, handle } = await getOwnSeller(database, actor)
  const place = buildRouteAddress(handle, method, path)
  const sold = { kind, title, settings, address: place, upstreamUrl: before.upstream?.url ?? null }
  await checkRoute(context, sold, await findShopTerms(database, ownId))
  const now = clock()
  const copyId = await refusePathTaken(
    database.$transaction(async (transaction) => {
      const { id: sellerId, revision } = await changeOwnShop(transaction, actor)
      await enforceQuota(transaction, { sellerId, name: 'routes', quotas: context.limits.quotas, now })
      const toolName = toolNameOf(handle, { method, path, isTool: settings.isTool })
      const { routeKey, shape } = place
      const address = { method, path, routeKey, shape, toolName }
      const route = { kind, state: 'draft' as const, title, ...address, settings: toStoredSettings(settings) }
      const row = { ...route, sellerId, revision, createdAt: now, updatedAt: now }
      const { id } = await transaction.storedRoute.create({ data: row, select: { id: true } })
      if (article) {
        await transaction.routeArticle.create({ data: { routeId: id, ...article } })
        await linkImages(transaction, { sellerId, routeId: id, now }, article)
      }
      const upstream = await transaction.routeUpstream.findUnique({ where: { routeId } })
      const facts = routeFacts({ title, method, path, settings, upstreamUrl: upstream?.url ?? null })
      const after = { state: 'draft', copyOf: routeId, ...facts }
      await recordChange(transaction, actor, { at: now, sellerId, act: 'route.made', subject: id, after })
      if (!upstream) return id
      const { sealedHeaders } = upstream
      const resealed = sealedHeaders && sealText(sealKey, id, openSealed(sealKey, routeId, sealedHeaders))
      await transaction.routeUpstream.create({ data: { ...upstream, routeId: id, sealedHeaders: resealed } })
      return id
    }),
  )
  return { routeId: copyId }
}
