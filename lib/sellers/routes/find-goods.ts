import type { Root } from 'hast'
import { parseMarkdown } from '@/lib/markdown/parse-markdown'
import type { SellersContext } from '../ports'
import { routeSettings } from './route-input'

/** What anybody may know of goods before paying. */
export type GoodsView = {
  title: string
  description: string
  shop: { name: string; handle: string }
  /** The public part of an article; null where its seller wrote nothing. */
  teaser: Root | null
}

/**
 * What is sold at an address; null for another address, or while it is not sold. Only for goods at one fixed address,
 * which nearly all are.
 */
export async function findGoods(
  { database, publicOrigin }: Pick<SellersContext, 'database' | 'publicOrigin'>,
  resourceUri: string,
): Promise<GoodsView | null> {
  const url = URL.parse(resourceUri)
  if (url?.origin !== publicOrigin) return null
  const [, , handle, rest] = /^\/(x)\/([^/]+)(\/.+)$/.exec(url.pathname) ?? []
  if (handle === undefined || rest === undefined) return null
  const route = await database.storedRoute.findFirst({
    where: {
      seller: { handle, suspendedReason: null },
      suspendedReason: null,
      method: 'GET',
      shape: rest.slice(1),
      state: 'live',
    },
    select: { kind: true, title: true, settings: true, article: true, seller: { select: { name: true } } },
  })
  if (!route) return null
  const teaser = route.kind === 'article' ? (route.article?.teaser.trim() ?? '') : ''
  return {
    title: route.title,
    description: routeSettings.parse(route.settings).description,
    shop: { name: route.seller.name, handle },
    teaser: teaser === '' ? null : parseMarkdown(teaser),
  }
}
