import { networkName } from '@/lib/base/x402/networks'
import { splitForPeople } from '@/lib/base/x402/payment-option'
import type { ArticlePrice } from '@/lib/site/demo/articles/article'
import type { Translate } from '@/lib/site/messages/translate'

/** "0.05 USDC": an article's price, or its maximum; all dollar prices are paid in the same stablecoin. */
export const amountOfArticle = (price: ArticlePrice): string =>
  `${(price.kind === 'metered' ? price.maximumDollars : price.dollars).replace('$', '')} USDC`

export function priceOfArticle(t: Translate<'price'>, price: ArticlePrice): string {
  const amount = amountOfArticle(price)
  return price.kind === 'metered' ? t('upTo', { amount }) : amount
}

/** "Base Sepolia or Solana Devnet": the networks on which a reader can pay for the article. */
export function networksInWords(locale: string, options: readonly { network: string }[]): string {
  const names = splitForPeople(options).forPeople.map(({ network }) => networkName(network))
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(names)
}
