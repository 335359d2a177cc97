import type { Database } from '@/lib/base/infra/database'
import type { DescribedRoute } from '@/lib/base/x402/paid-open-api'
import { findStoredFaults } from './check-route'
import { declaredQuery, routeSettings } from './route-input'
import { shownPrice } from './shown-price'

/**
 * Sellers' paid routes that are sold now and listed: those of one shop, or the newest of all. Without those that were
 * saved before a rule that they break.
 */
export async function listOpenRoutes(
  database: Database,
  { handle, limit }: { handle: string | null; limit: number },
): Promise<DescribedRoute[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      state: 'live',
      suspendedReason: null,
      listingSuspendedReason: null,
      seller: { suspendedReason: null, ...(handle === null ? {} : { handle }) },
      settings: { path: ['discovery', 'isListed'], equals: true },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.flatMap(({ id, revision, routeKey, title, settings }) => {
    const parsed = routeSettings.parse(settings)
    if (Object.keys(findStoredFaults({ id, revision, routeKey, title, settings: parsed })).length > 0) return []
    const { description, mimeType, price, metering, query, discovery } = parsed
    const { inputSchema, outputSchema } = discovery
    const said = { routeKey, title, description, mimeType, query: declaredQuery(query), inputSchema, outputSchema }
    const leastDollars = shownPrice(parsed).dollars ?? undefined
    return price ? [{ ...said, dollars: price.dollars, leastDollars, isMetered: metering !== null }] : []
  })
}
