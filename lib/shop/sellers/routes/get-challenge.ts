import type { PaymentRequired } from '@/lib/base/x402/wire'
import { type Actor, getOwnSeller } from '../actor'
import { findShopTerms } from '../payments/shop-terms'
import type { SellersContext } from '../ports'
import { buildGateRoute } from './build-gate-route'
import type { CheckedRoute } from './check-route'
import { getRoute } from './routes'
import { prepareRoute } from './write-route'

/** The 402 of one of the actor's own routes as agents get it; null while the gate cannot sell it. */
export async function getChallenge(
  context: SellersContext,
  actor: Actor,
  routeId: string,
): Promise<PaymentRequired | null> {
  const route = await getRoute(context, actor, routeId)
  const { id: sellerId } = await getOwnSeller(context.database, actor)
  const shop = await findShopTerms(context.database, sellerId)
  const built = await context.gate.buildTerms(route.routeKey, buildGateRoute(route, shop))
  return built.ok ? built.terms.challenge : null
}

/** The 402 that agents would get for a route that is not saved yet. Fails as saving it would. */
export async function previewChallenge(
  context: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<Omit<CheckedRoute, 'terms'> & { challenge: PaymentRequired }> {
  const { terms, ...measured } = (await prepareRoute(context, actor, input)).checked
  return { challenge: terms.challenge, ...measured }
}
