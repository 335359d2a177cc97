import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import { Link } from '@/lib/site/ui/link'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { newestInWords } from '../_components/newest-in-words'
import { PaymentAmount } from '../_components/payment-amount'
import { PaymentBadge } from '../_components/payment-badge'
import { pathOf } from '../_components/sold-title'

type LastPaymentsProps = { payments: PaymentView[]; names: ReadonlyMap<string, NamedRoute> }

export function LastPayments({ payments, names }: LastPaymentsProps) {
  const t = useTranslations('dashboard.lastPayments')
  const inWords = useTranslations('payments')
  return (
    <section aria-labelledby="last-payments" className="grid content-start gap-4">
      <h2 id="last-payments" className="text-title font-strong">
        {t('title')}
      </h2>
      <p role="status" className="sr-only">
        {newestInWords(inWords, payments[0], names)}
      </p>
      <ul className="border-t border-ink">
        {payments.map((payment) => (
          <li
            key={payment.paymentId}
            className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 border-b border-rule py-3"
          >
            <Link href={`/dashboard/payments/${payment.paymentId}`} className="-my-3 min-w-0 py-3 wrap-anywhere">
              {names.get(payment.routeKey)?.title ?? pathOf(payment.resourceUri)}
            </Link>
            <PaymentAmount
              network={payment.network}
              asset={payment.asset}
              amountAtomic={payment.settledAtomic ?? payment.authorizedAtomic}
            />
            <span className="text-small text-quiet">
              <Timestamp at={payment.claimedAt} />, {networkName(payment.network)}
            </span>
            <span className="justify-self-end">
              <PaymentBadge payment={payment} />
            </span>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/dashboard/payments" className="inline-flex min-h-11 items-center">
          {t('all')}
        </Link>
      </p>
    </section>
  )
}
