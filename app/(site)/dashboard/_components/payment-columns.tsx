import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import type { Translate } from '@/lib/site/messages/translate'
import type { Column } from '@/lib/site/ui/data-table'
import { PageLink } from '@/lib/site/ui/page-link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { PaymentAmount, PaymentBadge } from './payment-amount'
import { reasonInWords } from './payment-words'
import { pathOf } from './sold-title'

export const paymentColumns = (
  t: Translate<'payments'>,
  names: ReadonlyMap<string, NamedRoute>,
): Column<PaymentView>[] => [
  {
    title: t('columns.whatFor'),
    cell: ({ paymentId, resourceUri, routeKey, payer }) => (
      <span className="grid sm:min-w-40">
        <PageLink href={`/dashboard/payments/${paymentId}`} className="whole-row font-strong text-ink no-underline">
          <span className="line-clamp-2">{names.get(routeKey)?.title ?? pathOf(resourceUri)}</span>
        </PageLink>
        <span className="text-small text-quiet">
          {t.rich('from', {
            payer: () => <span className="figures">{shortenMiddle(payer, { head: 6, tail: 4 })}</span>,
          })}
        </span>
      </span>
    ),
  },
  {
    title: t('columns.state'),
    isPlain: true,
    cell: (payment) => (
      <span className="grid justify-items-start gap-1">
        <PaymentBadge payment={payment} />
        {payment.reason && <span className="text-small text-quiet">{reasonInWords(t, payment.reason)}</span>}
      </span>
    ),
  },
  {
    title: t('columns.time'),
    isPlain: true,
    cell: ({ claimedAt }) => <Timestamp at={claimedAt} hasSeconds mayBreak />,
  },
  {
    title: t('columns.amount'),
    isNumeric: true,
    cell: ({ network, asset, settledAtomic, authorizedAtomic }) => (
      <span className="grid">
        <PaymentAmount {...{ network, asset }} amountAtomic={settledAtomic ?? authorizedAtomic} />
        <span className="text-small text-quiet">{networkName(network)}</span>
      </span>
    ),
  },
]
