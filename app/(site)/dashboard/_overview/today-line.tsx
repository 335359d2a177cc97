import { useFormatter, useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/shop/sellers/payments/earnings'
import { PaymentAmount } from '../_components/payment-amount'

type TodayLineProps = { today: Earning[]; needs: number }

/** "You kept 0.07 USDC today from 7 sales. 0.10 USDC was given back. Nothing needs you." */
export function TodayLine({ today, needs }: TodayLineProps) {
  const t = useTranslations('dashboard.today')
  const sales = today.reduce((sum, { payments }) => sum + payments, 0)
  const given = today.filter(({ refundedAtomic }) => refundedAtomic > 0n)
  const promised = today.filter(({ promisedAtomic }) => promisedAtomic > 0n)
  return (
    <header>
      <h1 className="max-w-measure font-serif text-title text-balance">
        {sales === 0 && given.length === 0
          ? t('none')
          : t.rich('kept', {
              sales,
              kept: () => (
                <strong className="font-strong">
                  <Amounts of={today} in="keptAtomic" />
                </strong>
              ),
            })}{' '}
        {given.length > 0 && t.rich('given', { given: () => <Amounts of={given} in="refundedAtomic" /> })}{' '}
        {promised.length > 0 && t.rich('promised', { promised: () => <Amounts of={promised} in="promisedAtomic" /> })}{' '}
        {needs === 0 ? t('nothing') : <a href="#needs-you">{t('needs', { count: needs })}</a>}
      </h1>
    </header>
  )
}

type AmountsProps = { of: Earning[]; in: 'keptAtomic' | 'refundedAtomic' | 'promisedAtomic' }

/** Amounts of different assets side by side; they are never added up. */
function Amounts({ of, in: name }: AmountsProps) {
  const t = useTranslations('dashboard.today')
  const format = useFormatter()
  const amounts = of.map((earning) => {
    const amount = (
      <PaymentAmount key={`${earning.network} ${earning.asset}`} {...earning} amountAtomic={earning[name]} />
    )
    if (of.length === 1) return amount
    return (
      <span key={`${earning.network} ${earning.asset}`}>
        {t.rich('on', { network: networkName(earning.network), amount: () => amount })}
      </span>
    )
  })
  return format.list(amounts)
}
