import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { SearchForm } from '@/app/_components/search-form'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentView } from '@/lib/base/x402/views'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import type { Translate } from '@/lib/site/messages/translate'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { SelectField } from '@/lib/site/ui/fields'
import { EmptyState } from '@/lib/site/ui/notice'
import { PageLink } from '@/lib/site/ui/page-link'
import { shortenMiddle } from '@/lib/site/ui/shorten-middle'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { Page } from '../../_components/page'
import { FollowLive } from '../_components/follow-live'
import { pathOf } from '../_components/notices'
import { PaymentAmount, PaymentBadge } from '../_components/payment-amount'
import {
  offeredStates,
  type PaymentState,
  readPaymentFilter,
  reasonInWords,
  stateOf,
} from '../_components/payment-words'
import { read, readRouteNames, titledForSellers } from '../_server/dashboard'

export const generateMetadata = titledForSellers('payments.title')

export default async function PaymentsPage({ searchParams }: PageProps<'/dashboard/payments'>) {
  const query = await searchParams
  const { status, search, routeId, filter, kept } = readPaymentFilter(query)
  const isFiltered = Object.keys(filter).length > 0
  const cursor = typeof query.after === 'string' ? query.after : ''
  const { payments, nextCursor } = await read('listPayments', { ...filter, ...(cursor && { cursor }) })
  const names = await readRouteNames(payments)
  const t = await getTranslations('payments')
  return (
    <Page title={t('title')}>
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
      <DataTable
        caption={t('title')}
        isCaptionHidden
        columns={paymentColumns(t, names)}
        rows={payments}
        rowKey={(row) => row.paymentId}
        isPressable
        empty={
          <EmptyState
            title={t(isFiltered ? 'nothingFound.title' : 'none.title')}
            about={t(isFiltered ? 'nothingFound.about' : 'none.about')}
            next={
              isFiltered
                ? { href: '/dashboard/payments', label: t('nothingFound.all') }
                : { href: '/dashboard/routes', label: t('none.choose') }
            }
          />
        }
        next={{ label: t('older'), path: '/dashboard/payments', kept, after: nextCursor }}
      />
    </Page>
  )
}

/** Changes, and is read out, whenever a payment arrives or changes its status. */
function newestInWords(
  t: Translate<'payments'>,
  newest: PaymentView | undefined,
  names: ReadonlyMap<string, NamedRoute>,
): string {
  if (!newest) return ''
  const { resourceUri, routeKey } = newest
  return t('newest', {
    what: names.get(routeKey)?.title ?? pathOf(resourceUri),
    status: t(`status.${stateOf(newest)}`),
  })
}

type PaymentFilterProps = { search: string; status: PaymentState | ''; routeId: string }

function PaymentFilter({ search, status, routeId }: PaymentFilterProps) {
  const t = useTranslations('payments')
  const states = status === '' ? offeredStates : [...new Set([...offeredStates, status])]
  const options = states.map((value) => ({ value, label: t(`status.${value}`) }))
  return (
    <SearchForm action="/dashboard/payments" label={t('filter.search')} search={search} send={t('filter.show')}>
      {routeId && <input type="hidden" name="route" value={routeId} />}
      <div className="min-w-40">
        <SelectField
          name="status"
          label={t('columns.state')}
          defaultValue={status}
          options={[{ value: '', label: t('filter.any') }, ...options]}
        />
      </div>
    </SearchForm>
  )
}

const paymentColumns = (t: Translate<'payments'>, names: ReadonlyMap<string, NamedRoute>): Column<PaymentView>[] => [
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
