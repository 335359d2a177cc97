import type { Shop } from '@/lib/resource-server/paid-route'
import { familyOf } from '@/lib/x402/networks'
import type { Article } from './article'

/** The ways to pay for an article in this shop: its price on each network of its families that is configured. */
export function optionsOfArticle({ price, families }: Article, shop: Shop): ReturnType<Shop['priced']> {
  const options =
    price.kind === 'metered' ? shop.priced('upto', price.maximumDollars) : shop.priced('exact', price.dollars)
  return options.filter(({ network }) => families.some((family) => family === familyOf(network)))
}
