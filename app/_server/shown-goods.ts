import { headers } from 'next/headers'
import { OPENED } from '@/app/_server/show-bought'
import { parseMarkdown } from '@/lib/base/markdown/parse-markdown'
import { withSectionIds } from '@/lib/base/markdown/text-facts'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/audience'
import { findPublicImage } from '@/lib/shop/sellers/images/images'
import { type BoughtGoods, findBought, findGoods, type GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { findMoved, listGoods } from '@/lib/shop/sellers/storefront/list-goods'
import { running } from '@/lib/site/compose/running'
import { siteFacts } from './site-facts'

/** The site's own article that is sold at a resource of it, which only the demo has; null for any other resource. */
function findOwn(resourceUri: string) {
  const { goods, env } = running('site')
  const { origin, pathname } = new URL(resourceUri)
  const article = (origin === env.publicOrigin && goods?.articles.at(pathname)) || null
  return goods && article && { article, of: goods.articles, seller: siteFacts() }
}

/** The public facts of goods, a seller's or the site's own; null for other resources. */
export async function readGoods(resourceUri: string): Promise<GoodsView | null> {
  const own = findOwn(resourceUri)
  return own ? own.of.view(own.article, own.seller) : findGoods(running('site').sellers, resourceUri)
}

/** The page of a shop's article, by its path on the seller's earlier site in place of its own; null for others. */
export async function readMoved(path: string): Promise<string | null> {
  const [, handle = '', former = ''] = /^\/x\/([^/]+)(\/.+)$/.exec(path) ?? []
  return former === '' ? null : findMoved(running('site').sellers, { handle, path: decodeURIComponent(former) })
}

/** Goods at a path of this site, for a reader whom the gate has let in; only this server can ask for them. */
export async function readOpened(path: string): Promise<BoughtGoods | null> {
  if ((await headers()).get(CHALLENGE_HEADER_NAME) !== OPENED) return null
  const { sellers, env } = running('site')
  const own = findOwn(`${env.publicOrigin}${path}`)
  if (!own) return findBought(sellers, `${env.publicOrigin}${path}`)
  const text = withSectionIds(parseMarkdown(await own.of.readText(own.article.slug)))
  return { ...(await own.of.view(own.article, own.seller)), text, file: null }
}

/** The public image at an address of this site, as WebP; null for every other. */
export const readPublicImage = (asked: Parameters<typeof findPublicImage>[1]) =>
  findPublicImage(running('site').database, asked)

export const readStorefront = async (handle: string) =>
  isShopHandle(handle) ? listGoods(running('site').database, handle) : null
