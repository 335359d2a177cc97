import type { Database } from '@/lib/base/infra/database'
import { OPENING_READ, openingOf } from '@/lib/base/markdown/opening-of'
import type { RouteKind } from '../routes/kinds'
import { routeSettings } from '../routes/route-input'
import { type ShownPrice, shownPrice } from '../routes/shown-price'
import { linksOf, type ShopLink } from './profile-input'

export type Storefront = {
  name: string
  handle: string
  about: string
  links: ShopLink[]
  /** Sizes in pixels; null where it has none. */
  picture: { imageId: string; width: number; height: number } | null
  goods: StorefrontGoods[]
  isCut: boolean
}

type StorefrontGoods = ShownPrice & {
  kind: RouteKind
  title: string
  /** Its seller's description, else the beginning of an article's free part; may be empty. */
  description: string
  method: string
  path: string
  /** The title of the gateway whose operation it is; null for goods by themselves. */
  service: string | null
}

const MAXIMUM_GOODS = 200
const MAXIMUM_WORDS = 200

/** A shop's profile and its goods on sale, newest first; null for an unknown handle and for a suspended shop alike. */
export async function listGoods(database: Database, handle: string): Promise<Storefront | null> {
  const seller = await database.seller.findFirst({
    where: { handle, suspendedReason: null },
    select: {
      name: true,
      about: true,
      links: true,
      picture: {
        select: { imageId: true, sizes: { select: { width: true, height: true }, orderBy: { width: 'asc' }, take: 1 } },
      },
      routes: {
        where: { state: 'live', suspendedReason: null },
        select: {
          ...{ id: true, kind: true, title: true, method: true, path: true, settings: true },
          gateway: { select: { title: true } },
        },
        orderBy: { id: 'desc' },
        take: MAXIMUM_GOODS + 1,
      },
    },
  })
  if (!seller) return null
  const routes = seller.routes.slice(0, MAXIMUM_GOODS).map(({ settings, ...route }) => {
    return { ...route, settings: routeSettings.parse(settings) }
  })
  const openings = await readOpenings(
    database,
    routes.filter(({ kind, settings }) => kind === 'article' && settings.description === '').map(({ id }) => id),
  )
  const goods = routes.flatMap(({ id, settings, gateway, ...route }) => {
    const description = settings.description || (openings.get(id) ?? '')
    return settings.access === 'refused'
      ? []
      : [{ ...route, service: gateway?.title ?? null, description, ...shownPrice(settings) }]
  })
  const [size] = seller.picture?.sizes ?? []
  const picture = seller.picture && size ? { imageId: seller.picture.imageId, ...size } : null
  const { name, about } = seller
  const isCut = seller.routes.length > MAXIMUM_GOODS
  return { name, handle, about, links: linksOf(seller.links), picture, goods, isCut }
}

async function readOpenings(database: Database, routeIds: string[]): Promise<Map<string, string>> {
  if (routeIds.length === 0) return new Map()
  const rows = await database.$queryRaw<{ id: string; start: string }[]>`
    SELECT route_id::text AS id, left(teaser, ${OPENING_READ}) AS start FROM route_articles
    WHERE route_id = ANY(${routeIds}::uuid[])`
  return new Map(rows.map(({ id, start }) => [id, openingOf(start, MAXIMUM_WORDS)]))
}
