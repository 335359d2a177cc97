import { LRUCache } from 'lru-cache'
import { surfaceLimits } from '@/lib/base/http/limits'
import { awayProblem } from '@/lib/base/http/problem'
import { readBytes } from '@/lib/base/http/read-body'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { findBazaarDeclarationProblem } from '@/lib/base/x402/parse-bazaar-extension'
import { type CanonicalPath, canonicalPath, parseRouteKey } from '@/lib/base/x402/route-pattern'
import { compileRoute } from './compile-route'
import type { Gate } from './gate'
import { handleRequest } from './handle-request'
import { answerFailure, answerStopped, methodNotAllowed, notFound, problemResponse } from './problem'
import { keepRoute, notReady, preflight } from './protect'
import { gatedHeaders } from './release'
import type { CompiledRoute, PaidHandler, RouteConfig, SaleStop } from './route-config'
import { createRouteTable, type RouteTable } from './route-table'

export type StoredRoute = {
  routeId: string
  routeKey: string
  /** Whether it is at its address: sold, stopped, or kept for those who bought it. */
  isServed: boolean
  /** Why it is not sold now, though it is at its address; null where it is. */
  stop: SaleStop | null
  /** `free` is passed on unpaid, `refused` is open to no one. */
  access: 'paid' | 'free' | 'refused'
  gateRoute: RouteConfig
}

export type StoredRoutesPort<Stored extends StoredRoute> = {
  /** True if the text could be a shop's name; other texts are not looked up. */
  isShopHandle: (text: string) => boolean
  /** Changes in a shop since a revision; null for an unknown handle. */
  load: (handle: string, sinceRevision: number | null) => Promise<{ revision: number; routes: Stored[] } | null>
  handlerOf: (stored: Stored) => PaidHandler
  passFree: (stored: Stored, request: Request, params: Record<string, string>) => Promise<Response>
  /** Seconds after which the caller of a free route may come back; null lets the request pass. */
  admitFree: (request: Request) => Promise<number | null>
}

type LoadedRoute<Stored> = { stored: Stored; getRoute: (() => Promise<CompiledRoute>) | null }
type LoadedShop<Stored> = { revision: number; table: RouteTable<LoadedRoute<Stored>>; count: number }
type KnownShop<Stored> = {
  shop: LoadedShop<Stored> | null
  checkedAt: number
  checking: Promise<LoadedShop<Stored> | null> | null
  /** When the last comparison began, and when the shop was reported as changed. */
  askedAt: number
  changedAt: number
}

/**
 * Greatest age of a loaded shop when it answers, and when it answers 404. Changes are reported at once; these limits
 * are for an instance that has missed a report.
 */
export const FRESH = { foundMs: 1_000, missedMs: 50 }
/** Routes that one process keeps at most, over all shops; an unused shop goes first. */
const MAXIMUM_ROUTES = 250_000
/** Unknown handles that one process remembers for a moment. */
const MAXIMUM_MISSING = 1_000

export type StoredRoutes = ReturnType<typeof createStoredRoutes>

/**
 * Serves sellers' routes, under `/x/<handle>/…`, through the gate. A shop is loaded at its first request, and compared with the database when it
 * has changed and once a second while it is in use: one indexed read that loads only changes.
 */
export function createStoredRoutes<Stored extends StoredRoute>(
  gate: Gate,
  port: StoredRoutesPort<Stored>,
  fresh = FRESH,
) {
  const shops = new LRUCache<string, KnownShop<Stored>>({
    maxSize: MAXIMUM_ROUTES,
    sizeCalculation: ({ shop }) => 1 + (shop?.count ?? 0),
  })
  /** Shops that are being read: they have no place among the others before the first load, and may lose it. */
  const underWay = new Map<string, KnownShop<Stored>>()
  const missing = new LRUCache<string, true>({ max: MAXIMUM_MISSING, ttl: fresh.missedMs })

  async function findShop(handle: string, maximumAgeMs: number): Promise<LoadedShop<Stored> | null> {
    if (missing.has(handle)) return null
    const known = underWay.get(handle) ?? shops.get(handle) ?? unknownShop()
    const isFresh = known.checkedAt > known.changedAt && performance.now() - known.checkedAt < maximumAgeMs
    if (isFresh) return known.shop
    if (known.checking) {
      // A read that began before the change may have missed it.
      const hasSeenAll = known.askedAt > known.changedAt
      const shop = await known.checking
      return hasSeenAll ? shop : findShop(handle, maximumAgeMs)
    }
    known.checking = refresh(handle, known)
    return known.checking
  }

  async function refresh(handle: string, known: KnownShop<Stored>): Promise<LoadedShop<Stored> | null> {
    const askedAt = performance.now()
    known.askedAt = askedAt
    underWay.set(handle, known)
    try {
      known.shop = await updateShop(port, handle, known.shop)
      known.checkedAt = askedAt
      return known.shop
    } finally {
      known.checking = null
      underWay.delete(handle)
      if (known.shop) shops.set(handle, known)
      else shops.delete(handle)
      if (!known.shop && known.checkedAt === askedAt && askedAt > known.changedAt) missing.set(handle, true)
    }
  }

  async function answer(request: Request): Promise<Response> {
    const path = canonicalPath(new URL(request.url).pathname)
    const handle = path?.split('/')[2]
    // Handles that cannot exist are not looked up or remembered.
    if (path === null || handle === undefined || !port.isShopHandle(handle)) return notFound()
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const known = (await findShop(handle, fresh.foundMs))?.table.find(method, path)
    const shop = await findShop(handle, known ? Infinity : fresh.missedMs)
    if (!shop) return notFound()
    const found = known ?? shop.table.find(method, path)
    if (!found) return otherMethod(shop, path, request.method)
    const { stored } = found.value
    if (stored.access === 'refused') return notFound()
    if (stored.access === 'free') return contained(request, await passFree(gate, port, found, request))
    return contained(request, await serve(gate, port, found.value, request))
  }

  return {
    /** Call it when that shop has changed: nothing older is served from now on. Without a handle, for all shops. */
    changed(handle?: string): void {
      const at = performance.now()
      for (const one of handle === undefined ? [...shops.keys(), ...underWay.keys()] : [handle]) {
        const known = underWay.get(one) ?? shops.peek(one)
        if (known) known.changedAt = at
      }
      if (handle === undefined) missing.clear()
      else missing.delete(handle)
    },
    answer: (request: Request) =>
      answer(request).catch((error: unknown) => {
        const away = awayProblem(error)
        if (!away) throw error
        gate.log.warn({ err: error }, 'A shop could not be read: the database is away')
        return problemResponse(away)
      }),
  }
}

const unknownShop = <Stored>(): KnownShop<Stored> => ({
  shop: null,
  checkedAt: -Infinity,
  checking: null,
  askedAt: -Infinity,
  changedAt: -Infinity,
})

async function updateShop<Stored extends StoredRoute>(
  port: StoredRoutesPort<Stored>,
  handle: string,
  shop: LoadedShop<Stored> | null,
): Promise<LoadedShop<Stored> | null> {
  const changes = await port.load(handle, shop?.revision ?? null)
  if (!changes) return null
  const table = shop?.table ?? createRouteTable<LoadedRoute<Stored>>()
  // Removals first, then additions: a path may have passed from one route to another, also long before.
  const parsed = changes.routes.map((stored) => ({ stored, ...parseRouteKey(stored.routeKey) }))
  for (const { stored, method, pattern } of parsed)
    table.remove(method, pattern, ({ stored: { routeId } }) => routeId === stored.routeId)
  const open = parsed.filter(({ stored }) => stored.isServed)
  for (const { stored, method, pattern } of open) table.set(method, pattern, { stored, getRoute: null })
  return { revision: changes.revision, table, count: (shop?.count ?? 0) + open.length }
}

async function serve<Stored extends StoredRoute>(
  gate: Gate,
  port: StoredRoutesPort<Stored>,
  loaded: LoadedRoute<Stored>,
  request: Request,
): Promise<Response> {
  const { stored } = loaded
  try {
    loaded.getRoute ??= keepRoute(gate, () => {
      const route = { ...readable(stored), ...(stored.stop && { stop: stored.stop }) }
      return compileRoute(gate, stored.routeKey, route, port.handlerOf(stored))
    })
    return handleRequest(gate, await loaded.getRoute(), request)
  } catch (error) {
    gate.log.error({ err: error, routeKey: stored.routeKey }, 'A stored route could not be opened')
    return notReady()
  }
}

/** Leaves a declaration from before a rule, which no catalog reads, out of the 402; the route is still sold. */
function readable({ routeKey, gateRoute }: StoredRoute): RouteConfig {
  const { bazaar, ...extensions } = gateRoute.extensions ?? {}
  const problem = bazaar === undefined ? null : findBazaarDeclarationProblem(bazaar, parseRouteKey(routeKey))
  return problem === null ? gateRoute : { ...gateRoute, extensions }
}

/**
 * Passes on a free request: to the part of a seller's service that is open to anyone. Ignores the caller's payment and
 * sign-in headers, and does not pass them on.
 */
async function passFree<Stored extends StoredRoute>(
  gate: Gate,
  port: StoredRoutesPort<Stored>,
  { value: { stored }, params }: { value: LoadedRoute<Stored>; params: Record<string, string> },
  request: Request,
): Promise<Response> {
  if (stored.stop) return answerStopped(stored.stop)
  try {
    const awaySeconds = await port.admitFree(request)
    if (awaySeconds !== null) return tooManyFree(awaySeconds)
    const body = await readBounded(request)
    if (body instanceof Response) return body
    const { url, method, headers } = request
    const hasBody = method !== 'GET' && method !== 'HEAD'
    const bounded = new Request(url, { method, headers, ...(hasBody ? { body } : {}) })
    const { status, headers: given, body: content } = await port.passFree(stored, bounded, params)
    return new Response(method === 'HEAD' ? null : content, { status, headers: gatedHeaders([...given]) })
  } catch (error) {
    return answerFailure(gate, error, { message: 'A free route failed', routeKey: stored.routeKey })
  }
}

const tooManyFree = (awaySeconds: number): Response =>
  problemResponse({
    code: 'TOO_MANY_REQUESTS',
    detail: 'Too many free requests from your address. Ask again in a moment.',
    headers: { 'Retry-After': String(awaySeconds) },
  })

const SELLERS_POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`

/**
 * Isolates everything that a seller wrote: no scripts, no forms, no frames, a separate origin. A page of ours (the
 * checkout) brings the policy that its scripts were given.
 */
function contained(request: Request, response: Response): Response {
  const isOurPage = response.status === 402 && (response.headers.get('content-type') ?? '').startsWith('text/html')
  const given = isOurPage ? request.headers.get('content-security-policy') : null
  response.headers.set('content-security-policy', given ?? SELLERS_POLICY)
  return response
}

function otherMethod<Stored>(shop: LoadedShop<Stored>, path: CanonicalPath, method: string): Response {
  const allowed = shop.table.methodsOf(path).flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : [name]))
  // If the path has the method but no route matches it, it is another spelling of one.
  if (allowed.length === 0 || allowed.includes(method)) return notFound()
  return method === 'OPTIONS' ? preflight(allowed) : methodNotAllowed(allowed)
}

async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer> | Response> {
  try {
    return new Uint8Array(await readBytes(request, { maxBytes: surfaceLimits.gate.bodyBytes }))
  } catch (error) {
    if (!isDomainError(error)) throw error
    const code = error.code === 'BODY_TOO_LARGE' ? 'request_too_large' : 'request_too_slow'
    return problemResponse({ code, detail: error.message })
  }
}
