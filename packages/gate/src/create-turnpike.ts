import { databaseReason, isDatabaseAway } from '@/lib/base/infra/database-away'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import { methodNotAllowed, type ProtectedRoute, protect } from '@/lib/gate/resource-server/protect'
import type { PaidHandler } from '@/lib/gate/resource-server/route-config'
import { expressHandler } from './express'
import { honoHandler } from './hono'
import { checkTerms, toRouteConfig } from './paid-terms'
import { parseOptions, type Settings } from './parse-options'
import { createSellEach } from './sell-each'
import { closeSharedGate, sharedGate } from './shared-gate'
import type { PaidTerms, Turnpike, TurnpikeOptions } from './turnpike'

/**
 * Checks the options and connects to nothing yet; throws a TypeError that names what is wrong. While Next.js builds,
 * which loads each route without the variables that it will run with, nothing is checked.
 */
export function createTurnpike(options: TurnpikeOptions): Turnpike {
  let parsed: Settings | null = null
  const settings = () => (parsed ??= parseOptions(options))
  const isBuilding = process.env.NEXT_PHASE === 'phase-production-build'
  if (!isBuilding) settings()
  const check = (terms: PaidTerms) => {
    if (!isBuilding) checkTerms(terms, settings())
  }
  const open = async () => (await sharedGate(settings())).gate

  function sell(route: string, terms: PaidTerms, handler: PaidHandler): ProtectedRoute {
    check(terms)
    return protect(
      open,
      route,
      async ({ ports }) => toRouteConfig(terms, settings(), await ports.facilitator.supported()),
      handler,
    )
  }
  const sellEach = (terms: PaidTerms) => {
    check(terms)
    return createSellEach((route, handler) => sell(route, terms, handler))
  }

  return {
    express: (terms) => expressHandler(sellEach(terms), settings().origin),
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
      const { gate, checkNodes } = await sharedGate(settings()).catch(sayPlainly)
      await Promise.all([gate.ports.facilitator.supported(), checkNodes()])
    },
    close: () => closeSharedGate(settings()),
  }
}

/** Without the driver's words around the cause. */
function sayPlainly(error: unknown): never {
  throw isDatabaseAway(error) ? new Error(`Turnpike cannot start: ${databaseReason(error)}.`, { cause: error }) : error
}
