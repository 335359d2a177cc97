import { Checkout, type CheckoutProps } from '@/app/_checkout/checkout'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import type { Article } from '@/lib/site/demo/articles/article'
import { MeteredCheckout } from './metered-checkout'

type ArticleCheckoutProps = Omit<CheckoutProps, 'purchase' | 'choices'> & { article: Article; path: string }

/** All dollar prices of articles are paid in the same stablecoin. */
const DECIMALS = 6

/** The receipt of an article; of a metered one, the reader chooses how many sections. */
export function ArticleCheckout({ article: { price }, path, ...rest }: ArticleCheckoutProps) {
  if (price.kind === 'fixed') return <Checkout purchase={{ url: path, method: 'GET' }} {...rest} />
  const each = parseDollars(price.dollarsPerSection, DECIMALS)
  const amounts = Array.from(
    { length: price.sections },
    (_, index) => `${formatAtomic(each * BigInt(index + 1), DECIMALS)} USDC`,
  )
  return <MeteredCheckout path={path} amounts={amounts} {...rest} />
}
