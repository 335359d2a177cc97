import { parseRouteKey } from '@/lib/base/x402/route-key'
import { methodNotAllowed, type ProtectedRoute, protect } from '@/lib/gate/resource-server/protect'
import type { PaidHandler } from '@/lib/gate/resource-server/route-config'
import { expressHandler } from './express'
import { honoHandler } from './hono'
import { checkTerms, toRouteConfig } from './paid-terms'
import { parseOptions } from './parse-options'
import { createSellEach } from './sell-each'
import { closeSharedGate, sharedGate } from './shared-gate'
import type { PaidTerms, Turnpike, TurnpikeOptions } from './turnpike'

/** Checks the options and connects to nothing yet; throws a TypeError that names what is wrong. */
export function createTurnpike(options: TurnpikeOptions): Turnpike {
  const settings = parseOptions(options)
  const open = async () => (await sharedGate(settings)).gate

  function sell(route: string, terms: PaidTerms, handler: PaidHandler): ProtectedRoute {
    checkTerms(terms, settings)
    return protect(
      open,
      route,
      async ({ ports }) => toRouteConfig(terms, settings, await ports.facilitator.supported()),
      handler,
    )
  }
  const sellEach = (terms: PaidTerms) => {
    checkTerms(terms, settings)
    return createSellEach((route, handler) => sell(route, terms, handler))
  }

  return {
    express: (terms) => expressHandler(sellEach(terms), settings.origin),
    hono: (terms) => honoHandler(sellEach(terms)),
    next: sell,
    fetch: (route, terms, handler) => {
      const sold = sell(route, terms, handler)
      const { method } = parseRouteKey(route)
      return async (request) =>
        Object.hasOwn(sold, request.method)
          ? sold[request.method as keyof ProtectedRoute](request)
          : methodNotAllowed(method === 'GET' ? ['GET', 'HEAD'] : [method])
    },
    ready: async () => {
      await (await open()).ports.facilitator.supported()
    },
    close: () => closeSharedGate(settings),
  }
}
