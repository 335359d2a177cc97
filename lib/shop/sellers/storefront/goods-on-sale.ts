import { embedImages } from '@/lib/base/markdown/embed-images'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { teaserImages } from '../images/images'
import type { SellersContext } from '../ports'
import { pagedKinds } from '../routes/kinds'
import { routeUrl, splitAddress } from '../routes/route-address'
import { routeSettings } from '../routes/route-input'
import { publicationOf } from '../routes/route-settings'
import { type ShownPrice, shownPrice } from '../routes/shown-price'

const pageUrl = (publicOrigin: string, handle: string, path: string): string =>
  routeUrl(publicOrigin, handle, path).replace('/x/', '/shop/')

const onSale = { state: 'live', suspendedReason: null, method: 'GET', seller: { suspendedReason: null } } as const

export type ArticlePreview = ShownPrice & {
  isOnSale: boolean
  title: string
  shop: { name: string; handle: string }
  publishedAt: Date
  minutes: number
  /** The free part, in Markdown, with whole addresses of its images. */
  teaser: string
  resourceUri: string
  pageUri: string
}

/** An article as it is seen unpaid, while it is sold and for its buyers after that; null for another address. */
export async function findArticlePreview(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUri: string,
): Promise<ArticlePreview | null> {
  const address = splitAddress(publicOrigin, resourceUri)
  if (!address) return null
  const { handle, shape } = address
  const route = await database.storedRoute.findFirst({
    where: {
      ...{ method: 'GET', state: { not: 'draft' }, kind: 'article', seller: { handle } },
      // One that is archived has given its address back.
      OR: [{ shape }, { shape: null, path: `/${decodeURIComponent(shape)}` }],
    },
    // What is sold now comes before what was.
    orderBy: [{ state: 'asc' }, { id: 'desc' }],
    select: {
      ...{ id: true, state: true, title: true, path: true },
      ...{ settings: true, createdAt: true, article: true },
      seller: { select: { name: true } },
    },
  })
  if (!route?.article) return null
  const { teaser, body } = route.article
  const settings = routeSettings.parse(route.settings)
  const images = [...(await teaserImages(database, route.id, teaser))].map(
    ([id, image]) => [id, { ...image, src: `${publicOrigin}${image.src}` }] as const,
  )
  return {
    isOnSale: route.state === 'live',
    title: route.title,
    shop: { name: route.seller.name, handle },
    publishedAt: publicationOf(settings, route.createdAt),
    minutes: minutesToRead(teaser.length + body.length),
    teaser: embedImages(teaser.trim(), new Map(images)),
    resourceUri,
    pageUri: pageUrl(publicOrigin, handle, route.path),
    ...shownPrice(settings),
  }
}

/** Addresses of the pages of all goods that have one, newest first. */
export async function listPages(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  take: number,
): Promise<string[]> {
  const rows = await database.storedRoute.findMany({
    where: { ...onSale, kind: { in: [...pagedKinds] }, NOT: { path: { contains: '[' } } },
    select: { path: true, seller: { select: { handle: true } } },
    orderBy: { id: 'desc' },
    take,
  })
  return rows.map(({ seller: { handle }, path }) => pageUrl(publicOrigin, handle, path))
}

export type ArticleOnSale = ShownPrice & { title: string; shop: string; resourceUri: string }

/** The newest articles of all shops. */
export async function listArticles(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  take: number,
): Promise<ArticleOnSale[]> {
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
