import { listHandles } from '@/lib/shop/sellers/shop'
import { running } from '@/lib/site/compose/running'

const MAXIMUM_SHOPS = 5_000
const KEPT_MS = 30_000

let shops: { list: Promise<string[]>; readAt: number } | null = null

/** Handles of shops for the sitemap, which is requested often: they are read at most once in half a minute. */
export function openShops(): Promise<string[]> {
  if (shops && Date.now() < shops.readAt + KEPT_MS) return shops.list
  const list = listHandles(running('site').database, MAXIMUM_SHOPS)
  shops = { list, readAt: Date.now() }
  list.catch(() => {
    shops = null
  })
  return list
}
