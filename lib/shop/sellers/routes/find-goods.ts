import { LRUCache } from 'lru-cache'
import { columns, type Database } from '@/lib/base/infra/database'
import { embedImages } from '@/lib/base/markdown/embed-images'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { factsOfText, type TextFacts, withSectionIds } from '@/lib/base/markdown/text-facts'
import { withoutTitle } from '@/lib/base/markdown/words-of'
import { boughtImages, teaserImages } from '../images/images'
import { covers, type PassSettings } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import { isPaged, type RouteKind } from './kinds'
import { pageOf, splitAddress } from './route-address'
import { routeSettings } from './route-input'
import { publicationOf, shownPrice } from './route-settings'

export type GoodsView = Omit<NonNullable<Awaited<ReturnType<typeof findGoods>>>, 'routeId'>

type ArticleLength = TextFacts & { minutes: number }

/**
 * The goods at an address; null for another address, or while they are not sold. Only for goods at one fixed address,
 * which nearly all are.
 */
export async function findGoods({ database, publicOrigin }: SellersContext, resourceUri: string) {
  const address = splitAddress(publicOrigin, resourceUri)
  if (!address) return null
  const { handle, shape } = address
  const route = await database.storedRoute.findFirst({
    where: {
      seller: { handle, suspendedReason: null },
      suspendedReason: null,
      method: 'GET',
      shape,
      state: 'live',
    },
    select: {
      ...columns('id', 'kind', 'title', 'settings', 'createdAt', 'updatedAt', 'sellerId'),
      article: { select: { teaser: true } },
      seller: { select: { name: true } },
    },
  })
  if (!route) return null
  const teaser = route.kind === 'article' ? (route.article?.teaser.trim() ?? '') : ''
  const settings = routeSettings.parse(route.settings)
  const images = await teaserImages(database, route.id, teaser)
  return {
    routeId: route.id,
    kind: route.kind,
    title: route.title,
    description: settings.description,
    ...shownPrice(settings),
    shop: { name: route.seller.name, href: `/x/${handle}` },
    /** Goods with a page of their own are found under it; the others at their address. */
    pageUri: isPaged(route.kind) ? pageOf(resourceUri) : resourceUri,
    /** The public part of an article; null where its seller wrote none. */
    teaser: teaser === '' ? null : parseMarkdown(teaser, images, 'teaser'),
    /** It in Markdown, with whole addresses of its images. */
    teaserText: embedImages(
      teaser,
      new Map([...images].map(([id, image]) => [id, { ...image, src: publicOrigin + image.src }])),
    ),
    resourceUri,
    publishedAt: publicationOf(settings, route.createdAt),
    cover: images.values().next().value?.src ?? null,
    /** A pass, and the routes that it opens now; null for other goods. */
    pass: settings.pass && {
      ...settings.pass,
      covered: await listCovered(database, route.sellerId, settings.pass),
    },
    length: route.kind === 'article' ? await lengthOf(database, { ...route, teaser }) : null,
  }
}

/** By route and time of its last change: a text is read once for the many who look at its page. */
const lengths = new LRUCache<string, ArticleLength>({ max: 1_000 })

async function lengthOf(
  database: SellersContext['database'],
  { id, updatedAt, teaser }: { id: string; updatedAt: Date; teaser: string },
): Promise<ArticleLength> {
  const key = `${id} ${updatedAt.getTime()}`
  const known = lengths.get(key)
  if (known) return known
  const { body } = await database.routeArticle.findUniqueOrThrow({ where: { routeId: id }, select: { body: true } })
  const length = { ...factsOfText(body), minutes: minutesToRead(teaser.length + body.length) }
  lengths.set(key, length)
  return length
}

export type BoughtGoods = NonNullable<Awaited<ReturnType<typeof findBought>>>

/**
 * The goods at an address of a shop with what was bought, only for readers whom the gate has let in. Null for anything
 * but an article, a file or a pass, and while they are not sold.
 */
export async function findBought(context: SellersContext, resourceUri: string) {
  const found = await findGoods(context, resourceUri)
  if (!found || !isPaged(found.kind)) return null
  const { routeId, ...goods } = found
  const { article, file } = await context.database.storedRoute.findUniqueOrThrow({
    where: { id: routeId },
    select: { article: true, file: true },
  })
  const images = await boughtImages(context.database, routeId, article?.body ?? '')
  return {
    ...goods,
    text: article && withSectionIds(withoutTitle(parseMarkdown(article.body, images), goods.title)),
    file: file && { name: file.name, mediaType: file.mediaType, sizeBytes: file.size },
  }
}

export type CoveredRoute = { kind: RouteKind; title: string; method: string; path: string }

/** The routes on sale that a pass of that shop opens for those who buy it now, newest first. */
export async function listCovered(database: Database, sellerId: string, pass: PassSettings): Promise<CoveredRoute[]> {
  const routes = await database.storedRoute.findMany({
    where: { sellerId, state: 'live', suspendedReason: null, kind: { notIn: ['pass', 'sign_in'] } },
    select: {
      ...columns('id', 'kind', 'title', 'method', 'path', 'gatewayId', 'settings'),
      seller: { select: { handle: true } },
    },
    orderBy: { id: 'desc' },
  })
  return routes.flatMap(({ id: routeId, kind, title, method, path, gatewayId, settings, seller }) => {
    const { access, discovery } = routeSettings.parse(settings)
    const isCovered = access === 'paid' && covers(pass, { routeId, kind, gatewayId, tags: discovery.tags ?? [] })
    return isCovered ? [{ kind, title, method, path: `/x/${seller.handle}${path}` }] : []
  })
}
