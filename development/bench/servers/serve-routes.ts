import { canonicalPath } from '@/lib/base/x402/canonical-path'
import type { CompiledRoute } from '@/lib/gate/resource-server/compiled-route'
import type { Gate } from '@/lib/gate/resource-server/gate'
import { handleRequest } from '@/lib/gate/resource-server/handle-request'
import { problemResponse } from '@/lib/gate/resource-server/problem'
import { methodNotAllowed, preflight } from '@/lib/gate/resource-server/protect'
import { createRouteTable } from '@/lib/gate/resource-server/route-table'

/** Any number of routes behind one handler; finding one costs the same for one as for 100,000. */
export type RouteServer = {
  set: (route: CompiledRoute) => void
  remove: (route: CompiledRoute) => void
  answer: (request: Request) => Promise<Response>
}

/** Serves compiled routes by method and path: 404 for an unknown path, 405 for a method that its path lacks. */
export function createRouteServer(gate: Gate): RouteServer {
  const table = createRouteTable<CompiledRoute>()
  return {
    set: (route) => table.set(route.method, route.pattern, route),
    remove: (route) => void table.remove(route.method, route.pattern),
    async answer(request) {
      const path = canonicalPath(new URL(request.url).pathname)
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const found = path === null ? null : table.find(method, path)
      if (found) return handleRequest(gate, found.value, request)
      const methods = path === null ? [] : table.methodsOf(path)
      const allowed = methods.flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
      if (allowed.length === 0) {
        return problemResponse({ status: 404, code: 'not_found', detail: 'There is nothing at this address.' })
      }
      return method === 'OPTIONS' ? preflight(allowed) : methodNotAllowed(allowed)
    },
  }
}
