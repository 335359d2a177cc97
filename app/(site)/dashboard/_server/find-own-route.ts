import { getRoute, type RouteView } from '@/lib/shop/sellers/routes/get-route'
import { runAsSeller } from './dashboard'

/** The route that a form changes; null for a new one. What may not be changed is refused where it is written. */
export async function findOwnRoute(routeId: string): Promise<RouteView | null> {
  if (routeId === '') return null
  const outcome = await runAsSeller((context, actor) => getRoute(context, actor, routeId))
  return outcome.ok ? outcome.value : null
}
