import { parsePattern, routeTemplate } from '@/lib/base/x402/route-pattern'
import type { Storefront } from '@/lib/shop/sellers/storefront/list-goods'
import { entryAddress } from '../../bazaar/_components/entry-address'

type Sold = Pick<Storefront['goods'][number], 'method' | 'path' | 'isListed'>

/**
 * Where goods of a shop, at its address `shop`, can be bought: at their own address, or in the bazaar for calls that
 * need more than one. Null for neither.
 */
export function goodsAddress(shop: URL, { method, path, isListed }: Sold): string | null {
  if (method === 'GET' && !/[[*]/.test(path)) return `${shop.pathname}${path}`
  const template = routeTemplate(parsePattern(`${shop.pathname}${path}`))
  return isListed ? entryAddress(`${method} ${shop.origin}${template}`) : null
}
