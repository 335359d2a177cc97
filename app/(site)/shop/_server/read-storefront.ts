import { application } from '@/lib/compose/application'
import { listGoods, type Storefront } from '@/lib/sellers/routes/list-goods'
import { isShopHandle } from '@/lib/sellers/shop-handle'

/** A shop as its visitors see it; null where there is none. */
export async function readStorefront(handle: string): Promise<Storefront | null> {
  return isShopHandle(handle) ? listGoods((await application()).database, handle) : null
}
