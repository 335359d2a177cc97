import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/get-route'
import { runAsSeller } from './dashboard'

/** The route that a form changes; null for a new one. The verb that writes refuses forbidden changes. */
export async function findOwnRoute(routeId: string): Promise<RouteView | null> {
  if (routeId === '') return null
  const outcome = await runAsSeller('routes:read', (context, actor) => getRoute(context, actor, routeId))
  return outcome.ok ? outcome.value : null
}
