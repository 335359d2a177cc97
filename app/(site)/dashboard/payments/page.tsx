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
import { PageLink } from '@/lib/site/ui/page-link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { FollowLive } from '../_components/follow-live'
import { newestInWords } from '../_components/newest-in-words'
import { PaymentAmount } from '../_components/payment-amount'
import { PaymentBadge } from '../_components/payment-badge'
import { reasonInWords } from '../_components/payment-words'
import { pathOf } from '../_components/sold-title'
import { Beside } from '../_payment/beside'
import { openPayment } from '../_payment/opened-payment'
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
  const place = { ...kept, ...(cursor && { after: cursor }) }
  const hrefOf = (open?: string) => `/dashboard/payments?${new URLSearchParams({ ...place, ...(open && { open }) })}`
  const opened = await openPayment(query.open, hrefOf())
  return (
    <Beside opened={opened}>
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
          columns={columnsOf(t, names, hrefOf)}
          rows={payments}
          rowKey={(row) => row.paymentId}
          isPressable
        />
      ) : (
        <NoPayments isFiltered={isFiltered} />
      )}
      {nextCursor && (
        <p>
          <Link href={`/dashboard/payments?${new URLSearchParams({ ...kept, after: nextCursor })}`}>{t('older')}</Link>
        </p>
      )}
    </Beside>
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

const columnsOf = (
  t: Translate<'payments'>,
  names: ReadonlyMap<string, NamedRoute>,
  hrefOf: (open: string) => string,
): Column<PaymentView>[] => [
  {
    title: t('columns.whatFor'),
    cell: ({ paymentId, resourceUri, routeKey, payer }) => (
      <span className="grid sm:min-w-40">
        <PageLink
          id={`open-${paymentId}`}
          href={hrefOf(paymentId)}
          scroll={false}
          className="whole-row font-strong text-ink no-underline"
        >
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
