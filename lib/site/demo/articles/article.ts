import { type Family, familyOf } from '@/lib/base/x402/networks'
import type { RouteSite } from '@/lib/gate/resource-server/route-config'

/** The public facts of an article. Its paid text is in `texts/<slug>.md`. */
export type Article = {
  slug: string
  title: string
  standfirst: string
  /** The paragraphs before the bar, plain text. The paid text continues from here. */
  opening: string[]
  /** Whole minutes to read the article to its end. */
  minutes: number
  price: ArticlePrice
  families: Family[]
}

/** Dollar amounts such as `$0.05`. A metered article is charged by the section, up to the price of all of them. */
type ArticlePrice =
  | { kind: 'fixed'; dollars: string }
  | { kind: 'metered'; dollarsPerSection: string; sections: number; maximumDollars: string }

/** The ways to pay for an article: its price on each network of its families that is configured. */
export function optionsOfArticle({ price, families }: Article, site: RouteSite): ReturnType<RouteSite['priced']> {
  const options =
    price.kind === 'metered' ? site.priced('upto', price.maximumDollars) : site.priced('exact', price.dollars)
  return options.filter(({ network }) => families.some((family) => family === familyOf(network)))
}

/** An icon of the demo's, at a name that no one can own: see lib/site/compose/open-bazaar.ts. */
export const demoIcon = (name: string): string => `http://icons.example.com/icons/${name}.png`
