import type { PublicGoods } from '../_server/public-goods'
import { priceInWords } from './price-in-words'
import type { FeedItem } from './rss'

/** Goods as a feed tells them: title, words and price, and where they are sold. */
export function toFeedItem(
  { shop, kind, title, description, path, dollars, createdAt }: PublicGoods,
  origin: string,
): FeedItem {
  const price = priceInWords(dollars, kind === 'metered_api')
  return {
    title,
    link: `${origin}/x/${shop.handle}${path}`,
    description: [description, `${shop.name}, ${price}`].filter(Boolean).join(' – '),
    publishedAt: createdAt,
  }
}
