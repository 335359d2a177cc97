import type { Root } from 'hast'
import { LRUCache } from 'lru-cache'
import { minutesToRead } from '@/lib/base/markdown/minutes-to-read'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { factsOfText, type TextFacts } from '@/lib/base/markdown/text-facts'
import { teaserImages } from '../images/shown-images'
import type { PassSettings } from '../passes/pass-settings'
import { coveringPasses, findShopPasses, type ShopPass } from '../passes/shop-passes'
import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { listCovered } from './list-covered'
import { type RouteSettings, routeSettings } from './route-input'
import { type ShownPrice, shownPrice } from './shown-price'
import { splitAddress } from './split-address'

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
  /** Passes on sale that open it too. */
  passes: PassOnSale[]
  /** A pass, and how many routes it opens now; null for other goods. */
  pass: (PassSettings & { count: number }) | null
}

type PassOnSale = Pick<ShopPass, 'title' | 'path' | 'dollars' | 'days' | 'callsPerDay' | 'scope'>

/** Minutes of the whole article, and facts of its paid part. */
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
      ...{ sellerId: true, gatewayId: true },
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
    passes: await passesFor(database, { ...route, settings }),
    pass: settings.pass && {
      ...settings.pass,
      count: (await listCovered(database, route.sellerId, settings.pass)).length,
    },
    length: route.kind === 'article' ? await lengthOf(database, { ...route, teaser }) : null,
  }
}

type CoveredRoute = { id: string; kind: RouteKind; gatewayId: string | null; sellerId: string; settings: RouteSettings }

async function passesFor(database: SellersContext['database'], route: CoveredRoute): Promise<PassOnSale[]> {
  const passes = await findShopPasses(database, route.sellerId)
  const place = { routeId: route.id, kind: route.kind, gatewayId: route.gatewayId }
  const covering = coveringPasses(passes, { ...place, tags: route.settings.discovery.tags ?? [] })
  return covering.flatMap(({ pass, isOffered }) => (isOffered ? [pass] : []))
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
