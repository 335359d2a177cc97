import { callerOf } from '@/lib/http/caller-mark'
import { problemResponse } from '@/lib/http/problem'
import { createRateLimit } from '@/lib/http/rate-limit'
import { createShares } from '@/lib/http/shares'
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
  { isForAgent = false }: { isForAgent?: boolean } = {},
): (request: Request, call: Call) => Promise<Response> {
  return (request, { params, buyer, meter }) => {
    const metered =
      buyer.kind === 'payment' && buyer.scheme !== 'exact' ? { ...buyer, isWhole: buyer.scheme === 'upto' } : null
    return produceStored(
      sellers,
      stored,
      { request, params, buyer, isForAgent },
      { metered, setAmount: (amount) => meter.setAmount(amount) },
    )
  }
}

const TOO_BUSY = 'Too many free requests are under way. Ask again in a moment.'

/** What the gate needs to serve what sellers have made. */
export function toStoredRoutesPort(sellers: SellersContext): StoredRoutesPort<ServedRoute> {
  const take = createRateLimit(sellers.database, sellers.clock)
  const { callsPerSecond: requestsPerSecond, callsAtOnce: perCaller, allAtOnce: total } = surfaceLimits.freeRoutes
  const places = createShares({ total, perCaller })
  return {
    isShopHandle,
    load: (handle, sinceRevision) => loadRoutes(sellers.database, handle, { sinceRevision }),
    handlerOf: (stored) => storedHandler(sellers, stored),
    async passFree(stored, request, params) {
      const leave = places.take(callerOf(request.headers))
      if (!leave) return problemResponse({ code: 'too_busy', detail: TOO_BUSY, headers: { 'Retry-After': '5' } })
      const call = { request, params, buyer: { kind: 'anyone' }, isForAgent: false } as const
      return produceStored(sellers, stored, call, { metered: null, setAmount: () => {} }).finally(leave)
    },
    async admitFree(request) {
      const caller = `free:${callerOf(request.headers)}`
      return (await take({ caller, requestsPerSecond }))?.retryAfterSeconds ?? null
    },
  }
}
