import { AsyncLocalStorage } from 'node:async_hooks'
import { LRUCache } from 'lru-cache'
import { parsePattern, routeMethods } from '@/lib/base/x402/route-pattern'
import { methodNotAllowed } from '@/lib/gate/resource-server/problem'
import { type ProtectedRoute, preflight } from '@/lib/gate/resource-server/protect'
import type { PaidHandler } from '@/lib/gate/resource-server/route-config'

/** Puts the price on a handler at that key. */
export type Sell = (key: string, handler: PaidHandler) => ProtectedRoute

/** Sells one request of a framework that has its own routes. `template` is the framework's name for the route, if it has one. */
export type SellEach = (request: Request, template: string | null, produce: PaidHandler) => Promise<Response>

/** Addresses of one middleware that are kept ready. */
const KEPT_ROUTES = 1_000

/** One price on whatever a framework routes to a middleware. */
export function createSellEach(sell: Sell): SellEach {
  const routes = new LRUCache<string, ProtectedRoute>({ max: KEPT_ROUTES })
  const current = new AsyncLocalStorage<PaidHandler>()
  const handler: PaidHandler = (request, context) => {
    const produce = current.getStore()
    if (!produce) throw new Error('A handler ran outside its request.')
    return produce(request, context)
  }
  return async (request, template, produce) => {
    if (request.method === 'OPTIONS') return preflight([...routeMethods])
    const method = request.method === 'HEAD' ? 'GET' : routeMethods.find((known) => known === request.method)
    if (!method) return methodNotAllowed([...routeMethods])
    const key = `${method} ${patternOf(template, request)}`
    const route = routes.get(key) ?? sell(key, handler)
    routes.set(key, route)
    return current.run(produce, () => route[request.method === 'HEAD' ? 'HEAD' : method](request))
  }
}

/** The framework's pattern in our words; any path where it has none that we know. */
function patternOf(template: string | null, request: Request): string {
  const ours = template?.replace(/(?<=\/)\*(\w*)$/, (_, name: string) => `[...${name || 'rest'}]`)
  if (ours !== undefined && isPattern(ours)) return ours
  return new URL(request.url).pathname === '/' ? '/' : '/[...rest]'
}

function isPattern(text: string): boolean {
  try {
    parsePattern(text)
    return true
  } catch {
    return false
  }
}
