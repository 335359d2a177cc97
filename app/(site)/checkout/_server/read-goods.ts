import { findGoods, type GoodsView } from '@/lib/shop/sellers/routes/find-goods'
import { application } from '@/lib/site/compose/running'

/** What anybody may know of a seller's goods before paying; null for what this site sells itself. */
export async function readGoods(resourceUri: string): Promise<GoodsView | null> {
  return findGoods((await application()).sellers, resourceUri)
}
