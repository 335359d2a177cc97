import type { PublicGoods } from '@/lib/shop/sellers/routes/list-public-goods'
import { priceInWords } from './price-in-words'
import type { FeedItem } from './rss'

export function toFeedItem(
  { shop, title, description, path, createdAt, minutes, cover, ...price }: PublicGoods,
  origin: string,
): FeedItem {
  return {
    title,
    link: `${origin}/x/${shop.handle}${path}`,
    description: [
      description,
      [shop.name, priceInWords(price), ...(minutes === null ? [] : [`${minutes} min`])].join(', '),
    ]
      .filter(Boolean)
      .join(' – '),
    publishedAt: createdAt,
    picture: cover && `${origin}/image/${cover.imageId}/${cover.width}`,
  }
}
