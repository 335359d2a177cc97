import { useTranslations } from 'next-intl'
import type { Earning } from '@/lib/shop/sellers/payments/earnings'
import { PaymentAmount } from './payment-amount'

type KeptLineProps = Pick<
  Earning,
  'network' | 'asset' | 'amountAtomic' | 'refundedAtomic' | 'promisedAtomic' | 'keptAtomic'
>

/** "Kept 0.07 USDC · came in 0.17 USDC · given back 0.10 USDC": a sum, and what it leaves out. */
export function KeptLine({ network, asset, amountAtomic, refundedAtomic, promisedAtomic, keptAtomic }: KeptLineProps) {
  const t = useTranslations('earnings')
  const amount = (atomic: bigint) => <PaymentAmount {...{ network, asset }} amountAtomic={atomic} />
  return (
    <span>
      {t.rich('line', {
        kept: () => amount(keptAtomic),
        came: () => amount(amountAtomic),
        given: () => amount(refundedAtomic),
      })}
      {promisedAtomic > 0n && <> · {t.rich('promised', { amount: () => amount(promisedAtomic) })}</>}
    </span>
  )
}
