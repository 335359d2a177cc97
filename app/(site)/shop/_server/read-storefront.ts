import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import { isShopHandle } from '@/lib/shop/sellers/shop-handle'
import { listGoods, type Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { running } from '@/lib/site/compose/running'
import { listSellableNetworks } from '@/lib/site/compose/sellable-networks'

export async function readStorefront(handle: string): Promise<Storefront | null> {
  return isShopHandle(handle) ? listGoods(running('site').database, handle) : null
}

/** Networks where this site settles payments out of budgets and deposits. */
export async function channelNetworks(): Promise<ReadonlySet<string>> {
  const { gate, env } = running('site')
  const able = (await listSellableNetworks(gate, env)).filter(({ schemes }) => schemes.includes(BATCH_SETTLEMENT))
  return new Set(able.map(({ id }) => id))
}
