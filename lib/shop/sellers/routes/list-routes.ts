import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { id, nextCursor, routeState, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { routeKinds } from './kinds'
import { type RouteState, routeSettings } from './route-input'

const priceSettings = routeSettings.pick({ price: true, options: true, access: true })

const routeSummaryShape = priceSettings.extend({
  routeId: id,
  kind: z.enum(routeKinds),
  state: routeState,
  isSuspended: z.boolean(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  url: z.string(),
  updatedAt: time,
})
export type RouteSummary = z.infer<typeof routeSummaryShape>

export const routePageShape = z.object({ routes: z.array(routeSummaryShape), nextCursor })

type Filter = { states?: readonly RouteState[]; search?: string; cursor?: string; limit?: number }

/** The actor's own routes, newest first; archived ones only when asked for. */
export async function listRoutes(
  { database, publicOrigin }: SellersContext,
  actor: Actor,
  { states = ['draft', 'live', 'paused'], search = '', cursor, limit = 50 }: Filter = {},
): Promise<z.infer<typeof routePageShape>> {
  const contains = { contains: search.replaceAll('\0', '').slice(0, 100), mode: 'insensitive' as const }
  const rows = await database.storedRoute.findMany({
    where: {
      seller: shopOf(actor),
      state: { in: [...states] },
      ...(search === '' ? {} : { OR: [{ title: contains }, { path: contains }] }),
      ...(cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {}),
    },
    include: { seller: { select: { handle: true, suspendedReason: true } } },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const routes = shown.map((row) => ({
    ...priceSettings.parse(row.settings),
    routeId: row.id,
    kind: row.kind,
    state: row.state,
    isSuspended: (row.seller.suspendedReason ?? row.suspendedReason) !== null,
    title: row.title,
    method: row.method,
    path: row.path,
    url: `${publicOrigin}/x/${row.seller.handle}${row.path}`,
    updatedAt: row.updatedAt,
  }))
  return { routes, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
