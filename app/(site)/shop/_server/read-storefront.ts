import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { listGoods, type Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { running } from '@/lib/site/compose/running'

export async function readStorefront(handle: string): Promise<Storefront | null> {
  return isShopHandle(handle) ? listGoods(running('site').database, handle) : null
}
