import type { Database } from '@/lib/base/infra/database'
import type { RouteKind } from './kinds'
import { routeSettings } from './route-input'
import { type ShownPrice, shownPrice } from './shown-price'

/** The public facts of goods at their own address. Contains nothing that is paid for. */
export type PublicGoods = ShownPrice & {
  shop: { name: string; handle: string }
  kind: RouteKind
  title: string
  description: string
  path: string
  createdAt: Date
}

/** Goods that can be opened by their address and are sold now, of all shops or of one, newest first. */
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
    const parsed = routeSettings.parse(settings)
    const shown = { ...route, shop: seller, description: parsed.description, ...shownPrice(parsed) }
    return parsed.access === 'refused' ? [] : [shown]
  })
}
