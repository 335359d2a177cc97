import { application } from '@/lib/compose/running'
import { isShopHandle } from '@/lib/sellers/shop-handle'
import { listGoods, type Storefront } from '@/lib/sellers/storefront/list-goods'

/** A shop as its visitors see it; null where there is none. */
export async function readStorefront(handle: string): Promise<Storefront | null> {
  return isShopHandle(handle) ? listGoods((await application()).database, handle) : null
}
