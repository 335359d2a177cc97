import { canonicalPath } from '@/lib/base/x402/canonical-path'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import type { Gate } from './gate'
import type { PaidRoute, Site } from './paid-route'
import { notFound } from './problem'
import { type ProtectedRoute, protect } from './protect'
import { createRouteTable } from './route-table'
import type { StoredRoutes } from './stored-routes'

/** Answers requests to this site's paid routes, its own and sellers', inside this process. */
export function createOwnRoutes(parts: {
  gate: Gate
  site: Site
  routes: readonly PaidRoute[]
  storedRoutes: StoredRoutes
}): (request: Request) => Promise<Response> {
  const { gate, site, routes, storedRoutes } = parts
  const table = createRouteTable<ProtectedRoute>()
  for (const { key, config, handler } of routes) {
    const { method, pattern } = parseRouteKey(key)
    const configure = () => config(site)
    table.set(
      method,
      pattern,
      protect(async () => gate, key, configure, handler),
    )
  }
  return async (request) => {
    const path = canonicalPath(new URL(request.url).pathname)
    if (path?.startsWith('/x/')) return storedRoutes.answer(request)
    const found = path === null ? null : table.find(request.method, path)
    if (!found) return notFound()
    return found.value[request.method as keyof ProtectedRoute](request) // The table has it under its own method.
  }
}
