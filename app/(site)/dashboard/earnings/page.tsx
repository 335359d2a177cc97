import type { Metadata } from 'next'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Tabs } from '@/lib/ui/tabs'
import { networkName } from '@/lib/x402/networks'
import { percentsOfLargest } from '../_components/compare-earnings'
import { ConversionSection } from '../_components/conversion-section'
import { PaymentAmount } from '../_components/payment-amount'
import { type Earning, readConversion, readEarnings } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Earnings' }

const ranges = [7, 30, 90, 365]

export default async function EarningsPage({ searchParams }: { searchParams: Promise<{ days?: string | string[] }> }) {
  const { days } = await searchParams
  const chosen = ranges.find((range) => String(range) === days) ?? 30
  const [earnings, conversion] = await Promise.all([readEarnings({ days: chosen }), readConversion({ days: chosen })])
  const tabs = ranges.map((range) => ({
    title: `${range} days`,
    href: `/dashboard/earnings?days=${range}`,
    isCurrent: range === chosen,
  }))
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Earnings</h1>
      <Tabs label="Range" tabs={tabs} />
      {earnings.byNetwork.length === 0 ? (
        <EmptyState
          title="Nothing earned in these days"
          action={
            <Link href="/dashboard/payments" variant="plain">
              See every attempt to pay
            </Link>
          }
        >
          <p>Settled payments are counted here by day (UTC), route and network.</p>
        </EmptyState>
      ) : (
        <>
          <EarningTable title="Network" earnings={earnings.byNetwork} nameOf={({ network }) => networkName(network)} />
          <EarningTable title="Route" earnings={earnings.byRoute} nameOf={({ routeKey }) => routeKey} />
          <EarningTable title="Day" earnings={earnings.byDay.toReversed()} nameOf={({ day }) => day} />
        </>
      )}
      <ConversionSection conversion={conversion} />
    </div>
  )
}

type EarningTableProps<Row> = { title: string; earnings: Row[]; nameOf: (earning: Row) => string }

/** Sums with a bar beside them; assets of different networks are never added up. */
function EarningTable<Row extends Earning>({ title, earnings, nameOf }: EarningTableProps<Row>) {
  const percents = percentsOfLargest(earnings)
  const rows = earnings.map((earning, place) => ({ earning, name: nameOf(earning), percent: percents[place] ?? 0 }))
  return (
    <DataTable
      caption={`By ${title.toLowerCase()}`}
      rows={rows}
      rowKey={({ name, earning: { network, asset } }) => `${name} ${network} ${asset}`}
      columns={[
        { title, cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        ...(title === 'Network'
          ? []
          : [{ title: 'On', cell: ({ earning }: { earning: Row }) => networkName(earning.network) }]),
        { title: 'Payments', isNumeric: true, cell: ({ earning }) => earning.payments },
        {
          title: 'Earned',
          isNumeric: true,
          cell: ({ earning }) => (
            <>
              <PaymentAmount {...earning} />
              {earning.undeliveredAtomic > 0n && (
                <span className="block text-small text-quiet">
                  of it <PaymentAmount {...earning} amountAtomic={earning.undeliveredAtomic} /> not delivered
                </span>
              )}
            </>
          ),
        },
        {
          title: 'Share',
          cell: ({ percent }) => (
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden className="h-3 w-24 fill-accent">
              <rect width={percent} height="8" />
            </svg>
          ),
        },
      ]}
    />
  )
}
