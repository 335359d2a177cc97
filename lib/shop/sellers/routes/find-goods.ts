import type { Root } from 'hast'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { teaserImages } from '../images/shown-images'
import type { SellersContext } from '../ports'
import type { RouteKind } from './kinds'
import { routeSettings } from './route-input'
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
}

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
    select: { id: true, kind: true, title: true, settings: true, article: true, seller: { select: { name: true } } },
  })
  if (!route) return null
  const teaser = route.kind === 'article' ? (route.article?.teaser.trim() ?? '') : ''
  const settings = routeSettings.parse(route.settings)
  return {
    kind: route.kind,
    title: route.title,
    description: settings.description,
    ...shownPrice(settings),
    shop: { name: route.seller.name, handle },
    teaser: teaser === '' ? null : parseMarkdown(teaser, await teaserImages(database, route.id, teaser)),
  }
}
