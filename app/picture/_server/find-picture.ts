import { application } from '@/lib/compose/application'
import { findGoods } from '@/lib/sellers/routes/find-goods'
import { listGoods } from '@/lib/sellers/routes/list-goods'
import { isShopHandle } from '@/lib/sellers/shop-handle'
import { priceInWords } from '../../_http/price-in-words'
import { siteFacts } from '../../_server/site-facts'
import { priceOfArticle } from '../../(site)/articles/_components/price-of-article'
import type { PictureOf } from './draw-picture'

/** What the picture at `/picture/<of>` says: of an article, a shop, or goods; null for anything else. */
export async function findPicture([kind, name = '', ...rest]: readonly string[]): Promise<PictureOf | null> {
  const { goods, sellers, database } = await application()
  const site = await siteFacts()
  if (kind === 'article' && rest.length === 0) {
    const article = goods?.articles.find(name)
    if (!article) return null
    return { title: article.title, by: site.name, price: priceOfArticle(article.price) }
  }
  if (kind !== 'x' || !isShopHandle(name)) return null
  if (rest.length === 0) {
    const shop = await listGoods(database, name)
    return shop && { title: shop.name, by: site.name, price: '' }
  }
  const found = await findGoods(sellers, `${site.origin}/x/${name}/${rest.join('/')}`)
  return found && { title: found.title, by: found.shop.name, price: priceInWords(found.dollars, found.isMetered) }
}
