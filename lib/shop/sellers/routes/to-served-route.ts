import { declaredHeaders } from '@/lib/base/x402/bazaar-declaration'
import type { ShopTerms } from '../payments/shop-terms'
import type { GateRoute } from '../ports'
import { buildGateRoute } from './build-gate-route'
import type { RouteKind } from './kinds'
import { type Metering, type RouteAccess, type RouteSettings, type RouteState, routeSettings } from './route-input'

/** A stored route as an instance serves it, without its content. */
export type ServedRoute = {
  routeId: string
  kind: RouteKind
  state: RouteState
  /** Why it is not sold now, though it is at its address; null while it is sold. */
  stop: 'paused' | 'suspended' | 'closed' | 'archived' | null
  /** Whether it is at its address: sold, stopped, or archived and kept for those who bought it. */
  isServed: boolean
  routeKey: string
  access: RouteAccess
  gateRoute: GateRoute
  metering: Metering | null
  /** How long a streamed answer may last; null where it is sent once it is whole. */
  streamSeconds: number | null
  /** Headers of a request, besides the usual ones, that the seller's server gets. */
  headers: readonly string[]
  /** Whether a request's body is streamed to the seller's server. */
  streamsUpload: boolean
  updatedAt: Date
}

export type ServedRow = {
  id: string
  /** It is archived, and someone who bought it may open it. */
  isKept?: boolean
  kind: RouteKind
  state: RouteState
  title: string
  routeKey: string
  settings: unknown
  updatedAt: Date
  gatewayId: string | null
  upstream: { timeoutMs: number } | null
  listingSuspendedReason: string | null
  seller: Suspendable
} & Suspendable

type Suspendable = { suspendedReason: string | null; isContentClosed: boolean }

/** Turns a row into a served route; `settings` are included for those who describe it. */
export function toServedRoute(row: ServedRow, shop: ShopTerms): { served: ServedRoute; settings: RouteSettings } {
  const settings = routeSettings.parse(row.settings)
  // An unlisted route declares no bazaar extension, so that neither a payment nor a probe lists it.
  if (row.listingSuspendedReason !== null || row.isKept) settings.discovery.isListed = false
  const { kind, state } = row
  const upstreamTimeoutMs = row.upstream?.timeoutMs
  const place = { routeId: row.id, gatewayId: row.gatewayId }
  const sold = { kind, title: row.title, settings, ...place, ...(upstreamTimeoutMs ? { upstreamTimeoutMs } : {}) }
  const sale = buildGateRoute(sold, shop)
  const isKept = row.isKept === true && sale.extensions?.['sign-in-with-x'] !== undefined
  const served = {
    routeId: row.id,
    kind,
    state,
    stop: findStop(row),
    routeKey: row.routeKey,
    access: settings.access,
    isServed: state === 'live' || state === 'paused' || isKept,
    gateRoute: { ...(isKept ? withoutSale(sale, settings) : sale), stored: { routeId: row.id } },
    metering: settings.metering,
    // A free answer is not streamed, so that it takes little room and time, for any caller.
    streamSeconds: settings.isStreaming && settings.access === 'paid' ? settings.streamSeconds : null,
    headers: declaredHeaders(settings.discovery.inputSchema),
    streamsUpload: settings.maxUploadBytes !== null && settings.access === 'paid',
    updatedAt: row.updatedAt,
  }
  return { served, settings }
}

function findStop({ state, seller, ...route }: ServedRow): ServedRoute['stop'] {
  const suspended = [route, seller].filter(({ suspendedReason }) => suspendedReason !== null)
  if (suspended.some(({ isContentClosed }) => isContentClosed)) return 'closed'
  if (suspended.length > 0) return 'suspended'
  if (state === 'archived') return 'archived'
  return state === 'paused' ? 'paused' : null
}

/** Archived goods offer a sign-in on the networks where they were sold, and nothing to pay. */
function withoutSale({ passes: _passes, ...sale }: GateRoute, { price, options }: RouteSettings): GateRoute {
  const networks = [...new Set([...(price?.networks ?? []), ...options.flatMap((option) => option.networks)])]
  const signIn = sale.extensions?.['sign-in-with-x']
  if (!signIn) return sale
  const extensions = { ...sale.extensions, 'sign-in-with-x': { ...signIn, network: signIn.network ?? networks } }
  return { ...sale, accepts: [], extensions }
}
