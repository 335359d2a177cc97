import { findOpenShop } from '@/lib/shop/sellers/find-shop'
import { findGoods } from '@/lib/shop/sellers/routes/find-goods'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { running } from '@/lib/site/compose/running'
import type { Translate } from '@/lib/site/messages/translate'
import { priceInWords } from '../_http/price-in-words'
import { siteFacts } from './site-facts'

export type GoodsSummary = {
  title: string
  by: string
  /** Such as `0.02 USDC`; empty for a shop. */
  price: string
  isFrom?: boolean
  /** Where it is sold: a path of this site. */
  path: string
}

/**
 * Finds the site's article at `article/<slug>`, a shop at `x/<handle>` or its goods below; null for anything else. The
 * price is in English by default.
 */
export async function findGoodsSummary(
  [kind, name = '', ...rest]: readonly string[],
  t?: Translate<'price'>,
): Promise<GoodsSummary | null> {
  const { goods, sellers, database } = running('site')
  const site = siteFacts()
  if (kind === 'article' && rest.length === 0) {
    const article = goods?.articles.find(name)
    if (!article) return null
    const { price } = article
    const isMetered = price.kind === 'metered'
    const dollars = isMetered ? price.maximumDollars : price.dollars
    return {
      title: article.title,
      by: site.name,
      price: priceInWords({ dollars, isMetered }, t),
      path: `/articles/${name}`,
    }
  }
  if (kind !== 'x' || !isShopHandle(name)) return null
  if (rest.length === 0) {
    const shop = await findOpenShop(database, name)
    return shop && { title: shop.name, by: site.name, price: '', path: `/x/${name}` }
  }
  const path = `/x/${name}/${rest.join('/')}`
  const found = await findGoods(sellers, `${site.origin}${path}`)
  return (
    found && {
      title: found.title,
      by: found.shop.name,
      price: priceInWords(found, t),
      isFrom: found.isFrom,
      path,
    }
  )
}
