import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { type Actor, changeOwnShop, getOwnSeller } from '../actor'
import { recordChange, toJsonObject } from '../audit/record-change'
import { findSeller } from '../find-seller'
import { findShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { checkRoute } from '../routes/check-route'
import { getRoute } from '../routes/get-route'
import { buildRouteAddress } from '../routes/route-address'
import { toStoredSettings } from '../routes/to-settings'
import { proposeListingFix } from './listing-fixes'

/**
 * Fixes one check of a route's listing from known facts. Fails with `FIX_UNKNOWN` where only the seller can
 * know the missing value, and as `updateRoute` does where the result could not be listed.
 */
export async function fixListing(
  context: SellersContext,
  actor: Actor,
  routeId: string,
  checkId: string,
): Promise<void> {
  const { database, clock } = context
  const route = await getRoute(context, actor, routeId)
  const { id: sellerId, handle } = await getOwnSeller(database, actor)
  const shop = await findSeller(context, actor)
  const { discovery } = route.settings
  const patch = proposeListingFix(checkId, { ...route, shopName: shop?.name ?? handle, discovery })
  if (!patch) throw new DomainError('FIX_UNKNOWN', say('fixOwn'))
  const settings = { ...route.settings, discovery: { ...discovery, ...patch } }
  const upstream = route.upstream ? { upstreamTimeoutMs: route.upstream.timeoutMs } : {}
  const address = buildRouteAddress(handle, route.method, route.path)
  const checked = { ...route, ...upstream, settings, address, upstreamUrl: null }
  await checkRoute(context, checked, await findShopTerms(database, sellerId))
  await database.$transaction(async (transaction) => {
    const { revision } = await changeOwnShop(transaction, actor)
    const at = clock()
    const { count } = await transaction.storedRoute.updateMany({
      where: { id: routeId, sellerId, updatedAt: route.updatedAt, state: { not: 'archived' } },
      data: { settings: toStoredSettings(settings), revision, updatedAt: at },
    })
    if (count !== 1) throw new DomainError('ROUTE_CHANGED', say('routeChanged'))
    const change = { at, sellerId, act: 'listing.changed', subject: routeId } as const
    await recordChange(transaction, actor, { ...change, ...changedFacts(discovery, patch) })
  })
}

/** Only the facts that the patch changes, before and after. */
function changedFacts(discovery: Record<string, unknown>, patch: Record<string, unknown>) {
  const names = Object.keys(patch)
  const of = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: toJsonObject(of(discovery)), after: toJsonObject(of(patch)) }
}
