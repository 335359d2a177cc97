import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Tabs } from '@/lib/ui/tabs'
import { networkName } from '@/lib/x402/networks'
import { ConversionSection } from '../_components/conversion-section'
import { percentOfAmount } from '../_components/days-of'
import { PaymentAmount } from '../_components/payment-amount'
import { SoldTitle } from '../_components/sold-title'
import { type Earning, readConversion, readEarnings, readRouteNames } from '../_server/seller-reads'

export const metadata: Metadata = { title: 'Earnings' }

const ranges = [7, 30, 90, 365]

export default async function EarningsPage({ searchParams }: { searchParams: Promise<{ days?: string | string[] }> }) {
  const { days } = await searchParams
  const chosen = ranges.find((range) => String(range) === days) ?? 30
  const [earnings, conversion] = await Promise.all([readEarnings({ days: chosen }), readConversion({ days: chosen })])
  const totals = earnings.byNetwork
  const names = await readRouteNames([...earnings.byRoute, ...conversion.byRoute])
  const tabs = ranges.map((range) => ({
    title: `${range} days`,
    href: `/dashboard/earnings?days=${range}`,
    isCurrent: range === chosen,
  }))
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">Earnings</h1>
      <Tabs label="Range" tabs={tabs} />
      <p className="-mt-4">
        <Link href="/dashboard/earnings/statement" className="inline-flex min-h-11 items-center">
          A month as a statement to print
        </Link>
      </p>
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
          <EarningTable
            title="Network"
            earnings={earnings.byNetwork}
            totals={totals}
            keyOf={({ network }) => network}
            nameOf={({ network }) => networkName(network)}
          />
          <EarningTable
            title="Route"
            earnings={earnings.byRoute}
            totals={totals}
            keyOf={({ routeKey }) => routeKey}
            nameOf={({ routeKey }) => <SoldTitle route={names.get(routeKey)} path={routeKey} />}
          />
          <EarningTable
            title="Day"
            earnings={earnings.byDay.toReversed()}
            totals={totals}
            keyOf={({ day }) => day}
            nameOf={({ day }) => day}
          />
        </>
      )}
      <ConversionSection conversion={conversion} names={names} />
    </div>
  )
}

type EarningTableProps<Row> = {
  title: string
  earnings: Row[]
  /** All that came in, in each asset. */
  totals: Earning[]
  keyOf: (earning: Row) => string
  nameOf: (earning: Row) => ReactNode
}

/** Sums, and what each is of all in the same asset; assets of different networks are never added up. */
function EarningTable<Row extends Earning>({ title, earnings, totals, keyOf, nameOf }: EarningTableProps<Row>) {
  const totalOf = ({ network, asset }: Row) =>
    totals.find((each) => each.network === network && each.asset === asset)?.amountAtomic ?? 0n
  return (
    <DataTable
      caption={`By ${title.toLowerCase()}`}
      rows={earnings}
      rowKey={(earning) => `${keyOf(earning)} ${earning.network} ${earning.asset}`}
      columns={[
        { title, cell: nameOf },
        ...(title === 'Network' ? [] : [{ title: 'On', cell: ({ network }: Row) => networkName(network) }]),
        { title: 'Payments', isNumeric: true, cell: ({ payments }) => payments },
        {
          title: 'Earned',
          isNumeric: true,
          cell: (earning) => (
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
        ...(title === 'Network'
          ? []
          : [
              {
                title: 'Share',
                isNumeric: true,
                cell: (earning: Row) => `${percentOfAmount(earning.amountAtomic, totalOf(earning))} %`,
              },
            ]),
      ]}
    />
  )
}
