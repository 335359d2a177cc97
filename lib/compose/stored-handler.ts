import { callerOf } from '@/lib/http/caller-mark'
import { createRateLimit } from '@/lib/http/rate-limit'
import { surfaceLimits } from '@/lib/http/surface-limits'
import type { HandlerContext } from '@/lib/resource-server/route-config'
import type { StoredRoutesPort } from '@/lib/resource-server/stored-routes'
import type { SellersContext } from '@/lib/sellers/ports'
import { produceStored } from '@/lib/sellers/produce/produce-stored'
import { loadRoutes } from '@/lib/sellers/routes/load-routes'
import type { ServedRoute } from '@/lib/sellers/routes/to-served-route'
import { isShopHandle } from '@/lib/sellers/shop-handle'

type Call = Pick<HandlerContext, 'params' | 'buyer'> & { meter: Pick<HandlerContext['meter'], 'setAmount'> }

/** Produces what a stored route sells, as the gate calls its handlers. */
export function storedHandler(
  sellers: SellersContext,
  stored: ServedRoute,
): (request: Request, call: Call) => Promise<Response> {
  return (request, { params, buyer, meter }) => {
    const metered = buyer.kind === 'payment' && buyer.scheme !== 'exact' ? buyer : null
    return produceStored(
      sellers,
      stored,
      { request, params },
      { metered, setAmount: (amount) => meter.setAmount(amount) },
    )
  }
}

/** What the gate needs to serve what sellers have made. */
export function toStoredRoutesPort(sellers: SellersContext): StoredRoutesPort<ServedRoute> {
  const take = createRateLimit(sellers.database, sellers.clock)
  const { callsPerSecond: requestsPerSecond } = surfaceLimits.freeRoutes
  return {
    isShopHandle,
    load: (handle, sinceRevision) => loadRoutes(sellers.database, handle, { sinceRevision }),
    handlerOf: (stored) => storedHandler(sellers, stored),
    passFree: (stored, request, params) =>
      produceStored(sellers, stored, { request, params }, { metered: null, setAmount: () => {} }),
    async admitFree(request) {
      const caller = `free:${callerOf(request.headers)}`
      return (await take({ caller, requestsPerSecond }))?.retryAfterSeconds ?? null
    },
  }
}
