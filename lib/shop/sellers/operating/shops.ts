import { z } from 'zod'
import { DomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { id, nextCursor, routeState, time } from '@/lib/base/x402/views'
import type { SellersContext } from '../ports'
import { beforeId, containing, pageOf, viewOf } from '../views'
import { suspensionOf, suspensionShape } from './suspensions'

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

type ShopFilter = { search?: string; cursor?: string; limit?: number }

export async function listShops(
  { database }: SellersContext,
  { search = '', cursor, limit = 50 }: ShopFilter = {},
): Promise<z.infer<typeof siteShopPageShape>> {
  const contains = containing(search)
  const rows = await database.seller.findMany({
    where: {
      ...(search === '' ? {} : { OR: [{ handle: contains }, { name: contains }] }),
      ...beforeId(cursor),
    },
    include: { _count: { select: { routes: { where: { state: { not: 'archived' } } } } } },
    orderBy: { id: 'desc' },
    take: limit + 1,
  })
  const { shown, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  const shops = shown.map(({ id: sellerId, createdAt: openedAt, suspendedReason, _count, ...row }) =>
    viewOf(shopSummaryShape, { ...row, sellerId, openedAt, isSuspended: suspendedReason !== null, ..._count }),
  )
  return { shops, nextCursor }
}

const shopRouteShape = z.object({
  routeId: id,
  title: z.string(),
  method: z.string(),
  path: z.string(),
  state: routeState,
  suspension: suspensionShape,
  listingReason: z.string().nullable().describe('Why its listing is suspended; null while it is not.'),
})

export const siteShopShape = z.object({
  sellerId: id,
  handle: z.string(),
  name: z.string(),
  openedAt: time,
  suspension: suspensionShape,
  payees: z.array(z.object({ network: z.string(), address: z.string() })),
  routes: z.array(shopRouteShape),
  nextCursor,
})
export type ShopView = z.infer<typeof siteShopShape>

/** One shop with its routes, without archived ones, for operators. Fails with `SHOP_NOT_FOUND`. */
export async function getShop(
  { database }: SellersContext,
  handle: string,
  { search = '', cursor, limit = 50 }: ShopFilter = {},
): Promise<ShopView> {
  const contains = containing(search)
  const seller = await database.seller.findUnique({
    where: { handle },
    include: {
      payees: { select: { network: true, address: true }, orderBy: { network: 'asc' } },
      routes: {
        where: {
          state: { not: 'archived' },
          ...(search === '' ? {} : { OR: [{ title: contains }, { path: contains }] }),
          ...beforeId(cursor),
        },
        orderBy: { id: 'desc' },
        take: limit + 1,
      },
    },
  })
  if (!seller) throw new DomainError('SHOP_NOT_FOUND', say('shopUnknown'))
  const { shown, nextCursor } = pageOf(seller.routes, limit, ({ id }) => id)
  const routes = shown.map((row) => {
    const suspension = suspensionOf(row)
    return viewOf(shopRouteShape, { ...row, routeId: row.id, suspension, listingReason: row.listingSuspendedReason })
  })
  const { id: sellerId, createdAt: openedAt } = seller
  return viewOf(siteShopShape, { ...seller, sellerId, openedAt, suspension: suspensionOf(seller), routes, nextCursor })
}
