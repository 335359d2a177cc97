import { canonicalPath } from '@/lib/base/x402/canonical-path'
import { parseRouteKey } from '@/lib/base/x402/route-key'
import type { Gate } from '@/lib/gate/resource-server/gate'
import type { PaidRoute, Site } from '@/lib/gate/resource-server/paid-route'
import { notFound } from '@/lib/gate/resource-server/problem'
import { type ProtectedRoute, protect } from '@/lib/gate/resource-server/protect'
import { createRouteTable } from '@/lib/gate/resource-server/route-table'
import type { StoredRoutes } from '@/lib/gate/resource-server/stored-routes'

/** Answers requests to this site's paid routes, its own and sellers', inside this process. */
export function createOwnRoutes(parts: {
  gate: Gate
  site: Site
  ownRoutes: readonly PaidRoute[]
  storedRoutes: StoredRoutes
}): (request: Request) => Promise<Response> {
  const { gate, site, ownRoutes, storedRoutes } = parts
  const table = createRouteTable<ProtectedRoute>()
  for (const { key, config, handler } of ownRoutes) {
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
