import type { Database } from '@/lib/infra/database'
import type { DescribedRoute } from '@/lib/x402/paid-open-api'
import { orderByPrice } from './order-by-price'
import { routeSettings } from './route-input'

/** Paid routes of sellers that are sold now and want to be listed: those of one shop, or the newest of all. */
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
  return rows.flatMap(({ routeKey, title, settings }) => {
    const { description, mimeType, price, metering, query, discovery, options } = routeSettings.parse(settings)
    const { inputSchema, outputSchema } = discovery
    const said = { routeKey, title, description, mimeType, query, inputSchema, outputSchema }
    const leastDollars = orderByPrice(options)[0]?.dollars ?? price?.dollars
    return price ? [{ ...said, dollars: price.dollars, leastDollars, isMetered: metering !== null }] : []
  })
}
