import { familyOf } from '@/lib/base/x402/networks'
import type { Site } from '@/lib/gate/resource-server/paid-route'
import type { Article } from './article'

/** The ways to pay for an article: its price on each network of its families that is configured. */
export function optionsOfArticle({ price, families }: Article, site: Site): ReturnType<Site['priced']> {
  const options =
    price.kind === 'metered' ? site.priced('upto', price.maximumDollars) : site.priced('exact', price.dollars)
  return options.filter(({ network }) => families.some((family) => family === familyOf(network)))
}
