import type { Database } from '@/lib/base/infra/database'
import { COVER_OF_ROUTE, type Cover, coverOf } from './cover'
import type { RouteKind } from './kinds'
import { readTexts } from './read-texts'
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
  /** Minutes to an article's end; null for other goods. */
  minutes: number | null
  /** An image of an article's free part; null where it has none. */
  cover: Cover | null
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
      ...{ id: true, kind: true, title: true, path: true, settings: true, createdAt: true },
      images: COVER_OF_ROUTE,
      seller: { select: { name: true, handle: true } },
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  const texts = await readTexts(
    database,
    rows.filter(({ kind }) => kind === 'article').map(({ id }) => id),
  )
  return rows.flatMap(({ id, settings, seller, images, ...route }) => {
    const parsed = routeSettings.parse(settings)
    const shown = {
      ...{ ...route, shop: seller, description: parsed.description, ...shownPrice(parsed) },
      ...{ minutes: texts.get(id)?.minutes ?? null, cover: coverOf(images[0]?.image ?? null) },
    }
    return parsed.access === 'refused' ? [] : [shown]
  })
}
