import type { Metadata } from 'next'
import { Badge } from '@/lib/ui/badge'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'
import { FollowLive } from '../_components/follow-live'
import { newestInWords } from '../_components/newest-in-words'
import { PaymentAmount } from '../_components/payment-amount'
import { PaymentFilter } from '../_components/payment-filter'
import { paymentStatuses, reasonInWords } from '../_components/payment-words'
import { readPaymentFilter } from '../_components/read-payment-filter'
import { pathOf, SoldTitle } from '../_components/sold-title'
import { type NamedRoute, type PaymentView, readPayments, readRouteNames } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Payments' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function PaymentsPage({ searchParams }: Props) {
  const query = await searchParams
  const { status, search, routeId, filter, kept } = readPaymentFilter(query)
  const isFiltered = Object.keys(filter).length > 0
  const cursor = typeof query.after === 'string' ? query.after : ''
  const { payments, nextCursor } = await readPayments({ ...filter, ...(cursor && { cursor }) })
  const names = await readRouteNames(payments)
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Payments</h1>
      <FollowLive isWanted={cursor === ''} />
      <p role="status" className="sr-only">
        {newestInWords(payments[0], names)}
      </p>
      {(payments.length > 0 || isFiltered) && <PaymentFilter search={search} status={status} routeId={routeId} />}
      {payments.length > 0 && (
        <p>
          <a
            href={`/dashboard/payments/export?${new URLSearchParams(kept)}`}
            className="inline-flex min-h-11 items-center text-accent underline underline-offset-4 hover:text-accent-strong"
          >
            Download these as CSV
          </a>
        </p>
      )}
      {payments.length > 0 ? (
        <DataTable
          caption="Payments"
          isCaptionHidden
          columns={columnsOf(names)}
          rows={payments}
          rowKey={(row) => row.paymentId}
        />
      ) : (
        <NoPayments isFiltered={isFiltered} />
      )}
      {nextCursor && (
        <p>
          <Link href={`/dashboard/payments?${new URLSearchParams({ ...kept, after: nextCursor })}`}>
            Older payments
          </Link>
        </p>
      )}
    </div>
  )
}

function NoPayments({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="Nothing found"
        action={
          <Link href="/dashboard/payments" variant="plain">
            Show all payments
          </Link>
        }
      >
        <p>No payment fits. An address or an id has to begin as you wrote it.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title="No payments yet"
      action={
        <Link href="/dashboard/routes" variant="plain">
          Choose a route to test
        </Link>
      }
    >
      <p>
        Every attempt to pay one of your routes appears here by itself, also one that failed. To see one now, make a
        test payment: it moves test money alone.
      </p>
    </EmptyState>
  )
}

const columnsOf = (names: ReadonlyMap<string, NamedRoute>): Column<PaymentView>[] => [
  {
    title: 'Time',
    cell: ({ paymentId, claimedAt }) => (
      <Link href={`/dashboard/payments/${paymentId}`} className="-my-3 inline-flex py-3">
        <Timestamp at={claimedAt} />
      </Link>
    ),
  },
  {
    title: 'State',
    cell: ({ status }) => <Badge state={paymentStatuses[status].state}>{paymentStatuses[status].label}</Badge>,
  },
  {
    title: 'Amount',
    isNumeric: true,
    cell: ({ network, asset, settledAtomic, authorizedAtomic }) => (
      <PaymentAmount network={network} asset={asset} amountAtomic={settledAtomic ?? authorizedAtomic} />
    ),
  },
  { title: 'Network', cell: ({ network }) => networkName(network) },
  {
    title: 'What for',
    cell: ({ resourceUri, routeKey }) => <SoldTitle route={names.get(routeKey)} path={pathOf(resourceUri)} />,
  },
  { title: 'Reason', cell: ({ reason }) => reason && reasonInWords(reason) },
]
