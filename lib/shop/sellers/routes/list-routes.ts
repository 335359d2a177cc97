import { isUuid } from '@/lib/base/infra/is-uuid'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { type PaymentOptions, type RouteAccess, type RoutePrice, type RouteState, routeSettings } from './route-input'

export type RouteSummary = {
  routeId: string
  kind: RouteKind
  state: RouteState
  isSuspended: boolean
  title: string
  method: string
  path: string
  url: string
  /** Null for a route that is opened only by signing in, and for one that is free or refused. */
  price: RoutePrice | null
  /** Its prices, where it has several; then `price` is the highest. */
  options: PaymentOptions
  access: RouteAccess
  updatedAt: Date
}

export type RoutePage = { routes: RouteSummary[]; nextCursor: string | null }

type Filter = { states?: readonly RouteState[]; search?: string; cursor?: string; limit?: number }

/** The actor's own routes, newest first; archived ones only when asked for. */
export async function listRoutes(
  { database, publicOrigin }: SellersContext,
  actor: Actor,
  { states = ['draft', 'live', 'paused'], search = '', cursor, limit = 50 }: Filter = {},
): Promise<RoutePage> {
  const contains = { contains: search.replaceAll('\0', '').slice(0, 100), mode: 'insensitive' as const }
  const rows = await database.storedRoute.findMany({
    where: {
      seller: { accountId: actor.accountId },
      state: { in: [...states] },
      ...(search === '' ? {} : { OR: [{ title: contains }, { path: contains }] }),
      ...(cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {}),
    },
    include: { seller: { select: { handle: true, suspendedReason: true } } },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const routes = shown.map((row) => {
    const { price, options, access } = routeSettings.parse(row.settings)
    return {
      routeId: row.id,
      kind: row.kind,
      state: row.state,
      isSuspended: (row.seller.suspendedReason ?? row.suspendedReason) !== null,
      title: row.title,
      method: row.method,
      path: row.path,
      url: `${publicOrigin}/x/${row.seller.handle}${row.path}`,
      price,
      options,
      access,
      updatedAt: row.updatedAt,
    }
  })
  return { routes, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
