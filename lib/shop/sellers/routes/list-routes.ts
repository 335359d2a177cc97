import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { id, nextCursor, routeState, time } from '@/lib/base/x402/answer-parts'
import { type Actor, shopOf } from '../actor'
import type { SellersContext } from '../ports'
import { routeKinds } from './kinds'
import { type RouteState, routeAccess, routeSettings } from './route-input'

const price = z.object({ dollars: z.string(), networks: z.array(z.string()), manySmallCalls: z.boolean() })
const paymentOption = z.object({
  scheme: z.enum(['exact', 'upto']),
  dollars: z.string(),
  networks: z.array(z.string()),
})

const routeSummaryShape = z.object({
  routeId: id,
  kind: z.enum(routeKinds),
  state: routeState,
  isSuspended: z.boolean(),
  title: z.string(),
  method: z.string(),
  path: z.string(),
  url: z.string(),
  price: price.nullable(),
  options: z.array(paymentOption).describe('Where it has several prices; `price` is then the dearest.'),
  access: z.enum(routeAccess).describe('`free` and `refused` are for operations of a gateway.'),
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
