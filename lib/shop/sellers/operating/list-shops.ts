import { z } from 'zod'
import { isUuid } from '@/lib/base/infra/is-uuid'
import { id, nextCursor, time } from '@/lib/base/x402/answer-parts'
import type { Actor } from '../actor'
import type { SellersContext } from '../ports'
import { requireOperator } from './require-operator'

const shopSummaryShape = z.object({
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  openedAt: time,
  isSuspended: z.boolean(),
  routes: z.number().describe('Without archived ones.'),
})
export type ShopSummary = z.infer<typeof shopSummaryShape>

export const siteShopPageShape = z.object({ shops: z.array(shopSummaryShape), nextCursor })

type Filter = { search?: string; cursor?: string; limit?: number }

/** The shops of this site, newest first, for operators. */
export async function listShops(
  context: SellersContext,
  actor: Actor,
  { search = '', cursor, limit = 50 }: Filter = {},
): Promise<z.infer<typeof siteShopPageShape>> {
  await requireOperator(context, actor)
  const contains = { contains: search.replaceAll('\0', '').slice(0, 100), mode: 'insensitive' as const }
  const rows = await context.database.seller.findMany({
    where: {
      ...(search === '' ? {} : { OR: [{ handle: contains }, { name: contains }] }),
      ...(cursor !== undefined && isUuid(cursor) ? { id: { lt: cursor } } : {}),
    },
    select: {
      id: true,
      handle: true,
      name: true,
      createdAt: true,
      suspendedReason: true,
      _count: { select: { routes: { where: { state: { not: 'archived' } } } } },
    },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const shown = rows.slice(0, limit)
  const shops = shown.map(({ id, handle, name, createdAt, suspendedReason, _count }) => ({
    sellerId: id,
    handle,
    name,
    openedAt: createdAt,
    isSuspended: suspendedReason !== null,
    routes: _count.routes,
  }))
  return { shops, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}
