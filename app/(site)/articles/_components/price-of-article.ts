import type { Article, ArticlePrice } from '@/lib/articles/article'
import { optionsOfArticle } from '@/lib/articles/options-of-article'
import type { Shop } from '@/lib/compose/protect'
import { networkName } from '@/lib/x402/networks'

/** "0.05 USDC", "up to 0.05 USDC": the shop's dollars are all paid in the one stablecoin. */
export function priceOfArticle(price: ArticlePrice): string {
  const isMetered = price.kind === 'metered'
  const dollars = isMetered ? price.maximumDollars : price.dollars
  return `${isMetered ? 'up to ' : ''}${dollars.replace('$', '')} USDC`
}

/** "Base Sepolia or Solana Devnet": the networks on which this shop takes the article's price. */
export function networksOfArticle(article: Article, shop: Shop): string {
  const names = optionsOfArticle(article, shop).map(({ network }) => networkName(network))
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
