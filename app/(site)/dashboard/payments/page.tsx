import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { titled } from '@/app/_site/titled'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { FollowLive } from '../_components/follow-live'
import { newestInWords } from '../_components/newest-in-words'
import { PaymentAmount } from '../_components/payment-amount'
import { PaymentBadge } from '../_components/payment-badge'
import { reasonInWords } from '../_components/payment-words'
import { pathOf, SoldTitle } from '../_components/sold-title'
import { readPayments, readRouteNames } from '../_server/seller-reads'
import { PaymentFilter } from './_components/payment-filter'
import { readPaymentFilter } from './_components/read-payment-filter'

export const generateMetadata = titled('payments.title')

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PaymentsPage({ searchParams }: Props) {
  const query = await searchParams
  const { status, search, routeId, filter, kept } = readPaymentFilter(query)
  const isFiltered = Object.keys(filter).length > 0
  const cursor = typeof query.after === 'string' ? query.after : ''
  const { payments, nextCursor } = await readPayments({ ...filter, ...(cursor && { cursor }) })
  const names = await readRouteNames(payments)
  const t = await getTranslations('payments')
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">{t('title')}</h1>
      <FollowLive isWanted={cursor === ''} />
      <p role="status" className="sr-only">
        {newestInWords(t, payments[0], names)}
      </p>
      {(payments.length > 0 || isFiltered) && <PaymentFilter search={search} status={status} routeId={routeId} />}
      {payments.length > 0 && (
        <p>
          <a
            href={`/dashboard/payments/export?${new URLSearchParams(kept)}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            {t('csv')}
          </a>
        </p>
      )}
      {payments.length > 0 ? (
        <DataTable
          caption={t('title')}
          isCaptionHidden
          columns={columnsOf(t, names)}
          rows={payments}
          rowKey={(row) => row.paymentId}
        />
      ) : (
        <NoPayments isFiltered={isFiltered} />
      )}
      {nextCursor && (
        <p>
          <Link href={`/dashboard/payments?${new URLSearchParams({ ...kept, after: nextCursor })}`}>{t('older')}</Link>
        </p>
      )}
    </div>
  )
}

function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  const t = useTranslations('payments')
  if (isFiltered) {
    return (
      <EmptyState
        title={t('nothingFound.title')}
        action={
          <Link href="/dashboard/payments" variant="plain">
            {t('nothingFound.all')}
          </Link>
        }
      >
        <p>{t('nothingFound.about')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('none.title')}
      action={
        <Link href="/dashboard/routes" variant="plain">
          {t('none.choose')}
        </Link>
      }
    >
      <p>{t('none.about')}</p>
    </EmptyState>
  )
}

const columnsOf = (t: Translate<'payments'>, names: ReadonlyMap<string, NamedRoute>): Column<PaymentView>[] => [
  {
    title: t('columns.time'),
    cell: ({ paymentId, claimedAt }) => (
      <Link href={`/dashboard/payments/${paymentId}`} className="-my-3 inline-flex py-3">
        <Timestamp at={claimedAt} />
      </Link>
    ),
  },
  {
    title: t('columns.state'),
    cell: (payment) => <PaymentBadge payment={payment} />,
  },
  {
    title: t('columns.amount'),
    isNumeric: true,
    cell: ({ network, asset, settledAtomic, authorizedAtomic }) => (
      <PaymentAmount network={network} asset={asset} amountAtomic={settledAtomic ?? authorizedAtomic} />
    ),
  },
  { title: t('columns.network'), cell: ({ network }) => networkName(network) },
  {
    title: t('columns.whatFor'),
    cell: ({ resourceUri, routeKey }) => <SoldTitle route={names.get(routeKey)} path={pathOf(resourceUri)} />,
  },
  { title: t('columns.reason'), cell: ({ reason }) => reason && reasonInWords(t, reason) },
]
