import type { ArticlePrice } from '@/lib/demo/articles/article'
import { networkName } from '@/lib/x402/networks'
import { splitForPeople } from '@/lib/x402/payment-option'
import { priceInWords } from '../../../_http/price-in-words'

/** "0.05 USDC", "up to 0.05 USDC": dollar prices are all paid in the one stablecoin. */
export function priceOfArticle(price: ArticlePrice): string {
  const isMetered = price.kind === 'metered'
  const dollars = isMetered ? price.maximumDollars : price.dollars
  return priceInWords({ dollars, isMetered })
}

/** "Base Sepolia or Solana Devnet": the networks on which a reader can pay for the article. */
export function networksInWords(options: readonly { network: string }[]): string {
  const names = splitForPeople(options).forPeople.map(({ network }) => networkName(network))
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
