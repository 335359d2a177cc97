import type { Root } from 'hast'
import { LRUCache } from 'lru-cache'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { factsOfText, type TextFacts } from '@/lib/base/markdown/text-facts'
import { teaserImages } from '../images/shown-images'
import type { PassSettings } from '../passes/pass-settings'
import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { type CoveredRoute, listCovered } from './list-covered'
import { splitAddress } from './route-address'
import { routeSettings } from './route-input'
import { type ShownPrice, shownPrice } from './shown-price'

/** The public facts of goods. */
export type GoodsView = ShownPrice & {
  kind: RouteKind
  title: string
  description: string
  shop: { name: string; handle: string }
  /** The public part of an article; null where its seller wrote none. */
  teaser: Root | null
  publishedAt: Date
  /** An image of its free part, as an address within this site; null where there is none. */
  cover: string | null
  /** How long an article is; null for other goods. */
  length: ArticleLength | null
  /** A pass, and the routes that it opens now; null for other goods. */
  pass: (PassSettings & { covered: CoveredRoute[] }) | null
}

type ArticleLength = TextFacts & { minutes: number }

/**
 * The goods at an address; null for another address, or while they are not sold. Only for goods at one fixed address,
 * which nearly all are.
 */
export async function findGoods(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUri: string,
): Promise<GoodsView | null> {
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
      ...{ id: true, kind: true, title: true, settings: true, createdAt: true, updatedAt: true },
      sellerId: true,
      article: { select: { teaser: true } },
      seller: { select: { name: true } },
    },
  })
  if (!route) return null
  const teaser = route.kind === 'article' ? (route.article?.teaser.trim() ?? '') : ''
  const settings = routeSettings.parse(route.settings)
  const images = await teaserImages(database, route.id, teaser)
  return {
    kind: route.kind,
    title: route.title,
    description: settings.description,
    ...shownPrice(settings),
    shop: { name: route.seller.name, handle },
    teaser: teaser === '' ? null : parseMarkdown(teaser, images),
    publishedAt: route.createdAt,
    cover: images.values().next().value?.src ?? null,
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
