import { buildGateRoute } from './build-gate-route'
import type { GateRoute } from './ports'
import { type Metering, type RouteKind, type RouteSettings, routeSettings, type RouteState } from './route-input'

/** A stored route as an instance serves it, without its content. */
export type ServedRoute = {
  routeId: string
  kind: RouteKind
  state: RouteState
  routeKey: string
  gateRoute: GateRoute
  metering: Metering | null
  updatedAt: Date
}

export type ServedRow = {
  id: string
  kind: string
  state: string
  title: string
  routeKey: string
  settings: unknown
  updatedAt: Date
  upstream: { timeoutMs: number } | null
}

/** Makes a row servable; `settings` come along for those who describe it. */
export function toServedRoute(
  row: ServedRow,
  payees: ReadonlyMap<string, string>,
): { served: ServedRoute; settings: RouteSettings } {
  const settings = routeSettings.parse(row.settings)
  const kind = row.kind as RouteKind // Written by createRoute from this type alone.
  const upstreamTimeoutMs = row.upstream?.timeoutMs
  const sold = { kind, title: row.title, settings, ...(upstreamTimeoutMs ? { upstreamTimeoutMs } : {}) }
  const served = {
    routeId: row.id,
    kind,
    state: row.state as RouteState, // The same.
    routeKey: row.routeKey,
    gateRoute: buildGateRoute(sold, payees),
    metering: settings.metering,
    updatedAt: row.updatedAt,
  }
  return { served, settings }
}
