import type { PublicGoods } from '@/lib/shop/sellers/routes/list-public-goods'
import { priceInWords } from './price-in-words'
import type { FeedItem } from './rss'

export function toFeedItem(
  { shop, title, description, path, createdAt, ...price }: PublicGoods,
  origin: string,
): FeedItem {
  return {
    title,
    link: `${origin}/x/${shop.handle}${path}`,
    description: [description, `${shop.name}, ${priceInWords(price)}`].filter(Boolean).join(' – '),
    publishedAt: createdAt,
  }
}
