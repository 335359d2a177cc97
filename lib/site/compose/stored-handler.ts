import { callerOf } from '@/lib/base/http/caller'
import { createRateLimit, createShares, surfaceLimits } from '@/lib/base/http/limits'
import { problemResponse } from '@/lib/base/http/problem'
import type { HandlerContext } from '@/lib/gate/resource-server/route-config'
import type { StoredRoutesPort } from '@/lib/gate/resource-server/stored-routes'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { produceStored } from '@/lib/shop/sellers/produce/produce-stored'
import type { ServedRoute } from '@/lib/shop/sellers/routes/served-routes'
import { loadRoutes } from '@/lib/shop/sellers/routes/served-routes'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'

type StoredRouteCall = Pick<HandlerContext, 'params' | 'buyer'> & { meter: Pick<HandlerContext['meter'], 'setAmount'> }

export function storedHandler(
  sellers: SellersContext,
  stored: ServedRoute,
  { isForAgent = false }: { isForAgent?: boolean } = {},
): (request: Request, call: StoredRouteCall) => Promise<Response> {
  return (request, { params, buyer, meter }) => {
    const metered = buyer.kind === 'payment' && buyer.scheme !== 'exact' ? buyer : null
    return produceStored(
      sellers,
      stored,
      { request, params, buyer, isForAgent },
      { metered, setAmount: (amount) => meter.setAmount(amount) },
    )
  }
}

const TOO_BUSY = 'Too many free requests are under way. Ask again in a moment.'

export function toStoredRoutesPort(sellers: SellersContext): StoredRoutesPort<ServedRoute> {
  const take = createRateLimit(sellers.clock)
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
      return take({ caller, requestsPerSecond })?.retryAfterSeconds ?? null
    },
  }
}
