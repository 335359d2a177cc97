import { application } from '@/lib/compose/running'
import { findGoods, type GoodsView } from '@/lib/sellers/routes/find-goods'

/** What anybody may know of a seller's goods before paying; null for what this site sells itself. */
export async function readGoods(resourceUri: string): Promise<GoodsView | null> {
  return findGoods((await application()).sellers, resourceUri)
}
