import { columns, type Database, sql } from '@/lib/base/infra/database'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { OPENING_READ, openingOf } from '@/lib/base/markdown/opening-of'
import type { SellersContext } from '../ports'
import { pagedKinds } from '../routes/kinds'
import { pageOf, routeUrl } from '../routes/route-address'
import { routeSettings } from '../routes/route-input'
import { publicationOf, shownPrice } from '../routes/route-settings'
import { linksOf } from './profile'

/** An image of a shop at its smallest stored size, in pixels. */
type CoverImage = { imageId: string; width: number; height: number }

const COVER = {
  imageId: true,
  sizes: { select: { width: true, height: true }, orderBy: { width: 'asc' as const }, take: 1 },
}

const COVER_OF_ROUTE = {
  where: { inTeaser: true },
  select: { image: { select: COVER } },
  orderBy: { imageId: 'asc' as const },
  take: 1,
}

function coverOf(image: { imageId: string; sizes: { width: number; height: number }[] } | null): CoverImage | null {
  const size = image?.sizes[0]
  return image && size ? { imageId: image.imageId, ...size } : null
}

export type Storefront = NonNullable<Awaited<ReturnType<typeof listGoods>>>

const MAXIMUM_GOODS = 200
const MAXIMUM_WORDS = 200

/** A shop's profile and its goods on sale, newest first; null for an unknown handle and for a suspended shop alike. */
export async function listGoods(database: Database, handle: string) {
  const seller = await database.seller.findFirst({
    where: { handle, suspendedReason: null },
    select: {
      id: true,
      name: true,
      about: true,
      links: true,
      picture: { select: COVER },
      routes: {
        where: { state: 'live', suspendedReason: null },
        select: {
          ...columns('id', 'kind', 'title', 'method', 'path', 'settings', 'createdAt', 'listingStatus'),
          images: COVER_OF_ROUTE,
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
  const texts = await readTexts(
    database,
    routes.filter(({ kind }) => kind === 'article').map(({ id }) => id),
  )
  const goods = routes.flatMap(({ id, settings, createdAt, gateway, images, listingStatus, ...route }) => {
    if (settings.access === 'refused') return []
    const text = texts.get(id)
    return {
      ...route,
      ...shownPrice(settings),
      publishedAt: publicationOf(settings, createdAt),
      /** The title of the gateway whose operation it is; null for goods by themselves. */
      service: gateway?.title ?? null,
      description: settings.description || openingOf(text?.start ?? '', MAXIMUM_WORDS),
      minutes: text?.minutes ?? null,
      cover: coverOf(images[0]?.image ?? null),
      isListed: listingStatus === 'success',
      /** How long a pass lasts; null for other goods. */
      days: settings.pass?.days ?? null,
    }
  })
  const picture = coverOf(seller.picture)
  const { name, about } = seller
  // It opens the others, so it is seen before them.
  const [passes, rest] = [goods.filter(({ days }) => days !== null), goods.filter(({ days }) => days === null)]
  const isCut = seller.routes.length > MAXIMUM_GOODS
  return { name, handle, about, links: linksOf(seller.links), picture, goods: [...passes, ...rest], isCut }
}

/** The pictures of shops as addresses within this site, by handle; of those that have one. */
export async function findPictures(database: Database, handles: readonly string[]): Promise<Map<string, string>> {
  const sellers = await database.seller.findMany({
    where: { handle: { in: [...handles] }, suspendedReason: null },
    select: { handle: true, picture: { select: COVER } },
  })
  const pictures = sellers.map(({ handle, picture }) => ({ handle, cover: coverOf(picture) }))
  return new Map(
    pictures.flatMap(({ handle, cover }) => (cover ? [[handle, `/image/${cover.imageId}/${cover.width}`]] : [])),
  )
}

/** How articles begin and how long they are, by route; reads no text to its end. */
async function readTexts(
  database: Database,
  routeIds: string[],
): Promise<Map<string, { start: string; minutes: number }>> {
  if (routeIds.length === 0) return new Map()
  const rows = await database.rows<{ id: string; start: string; characters: number }>(sql`
    SELECT route_id::text AS id, left(teaser, ${OPENING_READ}) AS start, length(teaser) + length(body) AS characters
    FROM route_articles WHERE route_id = ANY(${routeIds}::uuid[])`)
  return new Map(rows.map(({ id, start, characters }) => [id, { start, minutes: minutesToRead(characters) }]))
}

const onSale = { state: 'live', suspendedReason: null, method: 'GET', seller: { suspendedReason: null } } as const

export async function listPages({ database, publicOrigin }: SellersContext, take: number): Promise<string[]> {
  const rows = await database.storedRoute.findMany({
    where: { ...onSale, kind: { in: [...pagedKinds] }, NOT: { path: { contains: '[' } } },
    select: { path: true, seller: { select: { handle: true } } },
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(({ seller: { handle }, path }) => pageOf(routeUrl(publicOrigin, handle, path)))
}

/** The page of the article that stood at that path of an earlier site of the shop; null for none. */
export async function findMoved(
  { database, publicOrigin }: SellersContext,
  { handle, path }: { handle: string; path: string },
): Promise<string | null> {
  const bare = path.replace(/\/$/, '')
  const isIt = [bare, `${bare}/`].map((equals) => ({ settings: { path: ['formerPath'], equals } }))
  const route = await database.storedRoute.findFirst({
    where: { ...onSale, seller: { handle, suspendedReason: null }, OR: isIt },
    select: { path: true },
  })
  return route && pageOf(routeUrl(publicOrigin, handle, route.path))
}

export async function listArticles({ database, publicOrigin }: SellersContext, take: number) {
  const rows = await database.storedRoute.findMany({
    where: { ...onSale, kind: 'article', NOT: { path: { contains: '[' } } },
    select: { title: true, path: true, settings: true, seller: { select: { handle: true, name: true } } },
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(({ title, path, settings, seller: { handle, name } }) => ({
    title,
    shop: name,
    resourceUri: routeUrl(publicOrigin, handle, path),
    ...shownPrice(routeSettings.parse(settings)),
  }))
}
