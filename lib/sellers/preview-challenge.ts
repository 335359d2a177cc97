import { type Actor, getOwnSeller } from './actor'
import { type CheckedRoute, checkRoute } from './check-route'
import { findPayees } from './find-payees'
import { parseInput } from './input-refused-error'
import type { SellersContext } from './ports'
import { buildRouteAddress } from './route-address'
import { routeInput } from './route-input'
import { toSettings } from './to-settings'

/** The 402 that agents would get for a route that is not saved yet. Fails as saving it would. */
export async function previewChallenge(context: SellersContext, actor: Actor, input: unknown): Promise<CheckedRoute> {
  const seller = await getOwnSeller(context.database, actor)
  const parsed = parseInput(routeInput, input)
  const { kind, title, method, path } = parsed
  const route = {
    kind,
    title,
    settings: toSettings(parsed),
    address: buildRouteAddress(seller.handle, method, path),
    upstreamUrl: 'upstream' in parsed ? parsed.upstream.url : null,
  }
  return checkRoute(context, route, await findPayees(context.database, seller.id))
}
