import { findGoods, type GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { running } from '@/lib/site/compose/running'

/** The public facts of a seller's goods; null for goods of the site itself. */
export async function readGoods(resourceUri: string): Promise<GoodsView | null> {
  return findGoods(running('site').sellers, resourceUri)
}
