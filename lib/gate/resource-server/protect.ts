import { preflightHeaders } from '@/lib/base/x402/protocol-headers'
import { parseRouteKey, type RouteMethod, routeMethods } from '@/lib/base/x402/route-pattern'
import { compileRoute } from './compile-route'
import type { Gate } from './gate'
import { handleRequest } from './handle-request'
import { methodNotAllowed, problemResponse } from './problem'
import type { CompiledRoute, PaidHandler, PastTerms, RouteConfig } from './route-config'
import { watchSupported } from './supported-watch'

type ProtectedHandler = (request: Request) => Promise<Response>

/** Exports of a route file: one handler per method that Next.js knows. */
export type ProtectedRoute = Record<RouteMethod | 'OPTIONS', ProtectedHandler>

/** A route's exports, each by its method. */
export function eachMethod(handlerOf: (method: keyof ProtectedRoute) => ProtectedHandler): ProtectedRoute {
  const handlers = [...routeMethods, 'OPTIONS' as const].map((method) => [method, handlerOf(method)])
  return Object.fromEntries(handlers) as ProtectedRoute // All methods are listed there.
}

/**
 * Puts a price on a handler. `key` is `<METHOD> <path>`; the path may hold `[name]` and `*` segments.
 * HEAD is gated like GET, OPTIONS is free, every other method is 405. A wrong key throws here, at start;
 * a wrong configuration is compiled with the first request and refuses each one, plainly.
 */
export function protect(
  openGate: () => Promise<Gate>,
  key: string,
  configure: (gate: Gate) => RouteConfig | Promise<RouteConfig>,
  handler: PaidHandler,
): ProtectedRoute {
  const { method } = parseRouteKey(key)
  let kept: { gate: Gate; getRoute: () => Promise<CompiledRoute> } | null = null
  const serve: ProtectedHandler = async (request) => {
    let route: CompiledRoute
    try {
      if (!kept) {
        const gate = await openGate()
        const getRoute = keepRoute(gate, async () => compileRoute(gate, key, await configure(gate), handler))
        kept ??= { gate, getRoute }
      }
      route = await kept.getRoute()
    } catch (error) {
      // A gate that cannot be opened has told why, once.
      kept?.gate.log.error({ err: error, routeKey: key }, 'A paid route could not be opened')
      return notReady()
    }
    return handleRequest(kept.gate, route, request)
  }
  const allowed = method === 'GET' ? ['GET', 'HEAD'] : [method]
  return eachMethod((requested) => {
    if (requested === 'OPTIONS') return async () => preflight(allowed)
    return allowed.includes(requested) ? serve : async () => methodNotAllowed(allowed)
  })
}

/**
 * A route that is compiled on first use, and again when its facilitator supports something else, such as another
 * wallet. Terms that were offered before are accepted for as long as they allowed to pay them. A route that can no
 * longer be compiled stays as it is. Fails like the first `compile`, and tries again the next time.
 */
export function keepRoute(gate: Gate, compile: () => Promise<CompiledRoute>): () => Promise<CompiledRoute> {
  const watch = watchSupported(gate.facilitator)
  let kept: CompiledRoute | null = null
  /** The `/supported` text that the route was last compiled for. */
  let text: string | null = null
  let compiling: Promise<CompiledRoute> | null = null

  async function compileAnew(told: string | null): Promise<CompiledRoute> {
    try {
      const route = await compile()
      kept = kept ? { ...route, past: pastOf(kept, route) } : route
      text = told ?? route.supportedText
      return kept
    } catch (error) {
      if (!kept) throw error
      text = told
      gate.log.error({ err: error, routeKey: kept.key }, 'A route could not be opened on the terms of its facilitator')
      return kept
    } finally {
      compiling = null
    }
  }

  return async () => {
    const told = watch.text()
    if (kept && (told === null || told === text || kept.supportedText === null)) return kept
    return (compiling ??= compileAnew(told))
  }
}

function pastOf(former: CompiledRoute, route: CompiledRoute): PastTerms[] {
  const alive = former.past.filter(({ until }) => until > performance.now())
  const { accepts, interchangeable } = former
  if (JSON.stringify(accepts) === JSON.stringify(route.accepts)) return alive
  const longestMs = Math.max(0, ...accepts.map(({ maxTimeoutSeconds }) => maxTimeoutSeconds)) * 1000
  return [...alive, { accepts, interchangeable, until: performance.now() + longestMs }]
}

export const notReady = (): Response =>
  problemResponse({
    code: 'route_not_ready',
    detail: 'This paid route cannot be sold just now. You were not charged; ask again in a moment.',
    headers: { 'Retry-After': '5' },
  })

export function preflight(allowed: string[]): Response {
  const methods = [...allowed, 'OPTIONS'].join(', ')
  return new Response(null, {
    status: 204,
    headers: { ...preflightHeaders, Allow: methods, 'Access-Control-Allow-Methods': methods },
  })
}
