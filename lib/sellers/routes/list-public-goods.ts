import type { Database } from '@/lib/infra/database'
import { type RouteKind, routeSettings } from './route-input'

/** Goods at an address of their own, as anybody may know them. Nothing of what is paid for is in here. */
export type PublicGoods = {
  shop: { name: string; handle: string }
  kind: RouteKind
  title: string
  description: string
  path: string
  /** Such as `$0.02`; the most that it can cost for meters, null for what costs nothing. */
  dollars: string | null
  createdAt: Date
}

/** What can be opened by its address alone and is sold now, of all shops or of one, newest first. */
export async function listPublicGoods(
  database: Database,
  { handle, limit }: { handle?: string; limit: number },
): Promise<PublicGoods[]> {
  const rows = await database.storedRoute.findMany({
    where: {
      state: 'live',
      suspendedReason: null,
      method: 'GET',
      NOT: [{ path: { contains: '[' } }, { path: { contains: '*' } }],
      seller: { suspendedReason: null, ...(handle !== undefined && { handle }) },
    },
    select: {
      kind: true,
      title: true,
      path: true,
      settings: true,
      createdAt: true,
      seller: { select: { name: true, handle: true } },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return rows.flatMap(({ settings, seller, ...route }) => {
    const { description, price, access } = routeSettings.parse(settings)
    return access === 'refused' ? [] : [{ ...route, shop: seller, description, dollars: price?.dollars ?? null }]
  })
}
