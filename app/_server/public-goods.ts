import { LRUCache } from 'lru-cache'
import { listHandles } from '@/lib/shop/sellers/find-shop'
import { listPublicGoods, type PublicGoods } from '@/lib/shop/sellers/routes/list-public-goods'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { running } from '@/lib/site/compose/running'

const IN_FEED = 50
const IN_SITEMAP = 5_000

/** Feeds and sitemaps are requested often; each is read at most once in half a minute. */
const kept = new LRUCache<string, Promise<PublicGoods[] | string[]>>({ max: 500, ttl: 30_000 })

function keep<T extends PublicGoods[] | string[]>(key: string, read: () => Promise<T>): Promise<T> {
  const known = kept.get(key) as Promise<T> | undefined // Each key is of one kind.
  if (known) return known
  const reading = read()
  kept.set(key, reading)
  reading.catch(() => kept.delete(key))
  return reading
}

export async function newestGoods(handle?: string): Promise<PublicGoods[]> {
  if (handle !== undefined && !isShopHandle(handle)) return []
  const { database } = running('site')
  const wanted = { limit: IN_FEED, ...(handle !== undefined && { handle }) }
  return keep(`goods ${handle ?? ''}`, () => listPublicGoods(database, wanted))
}

export async function openShops(): Promise<string[]> {
  const { database } = running('site')
  return keep('shops', () => listHandles(database, IN_SITEMAP))
}
