import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/shop/sellers/payments/summarize-earnings'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Tabs } from '@/lib/site/ui/tabs'
import { percentOfAmount } from '../_components/days-of'
import { PaymentAmount } from '../_components/payment-amount'
import { SoldTitle } from '../_components/sold-title'
import { readConversion, readEarnings, readRouteNames } from '../_server/seller-reads'
import { ConversionSection } from './_components/conversion-section'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('earnings')
  return { title: t('title') }
}

const ranges = [7, 30, 90, 365]

export default async function EarningsPage({ searchParams }: { searchParams: Promise<{ days?: string | string[] }> }) {
  const { days } = await searchParams
  const chosen = ranges.find((range) => String(range) === days) ?? 30
  const [earnings, conversion] = await Promise.all([readEarnings({ days: chosen }), readConversion({ days: chosen })])
  const t = await getTranslations('earnings')
  const totals = earnings.byNetwork
  const names = await readRouteNames([...earnings.byRoute, ...conversion.byRoute])
  const tabs = ranges.map((range) => ({
    title: t('days', { days: range }),
    href: `/dashboard/earnings?days=${range}`,
    isCurrent: range === chosen,
  }))
  return (
    <div className="grid gap-8">
      <h1 className="font-serif text-display font-strong">{t('title')}</h1>
      <Tabs label={t('range')} tabs={tabs} />
      <p className="-mt-4">
        <Link href="/dashboard/earnings/statement" className="inline-flex min-h-11 items-center">
          {t('statementLink')}
        </Link>
      </p>
      {earnings.byNetwork.length === 0 ? (
        <EmptyState
          title={t('none.title')}
          action={
            <Link href="/dashboard/payments" variant="plain">
              {t('none.attempts')}
            </Link>
          }
        >
          <p>{t('none.about')}</p>
        </EmptyState>
      ) : (
        <>
          <EarningTable
            by="network"
            earnings={earnings.byNetwork}
            totals={totals}
            keyOf={({ network }) => network}
            nameOf={({ network }) => networkName(network)}
          />
          <EarningTable
            by="route"
            earnings={earnings.byRoute}
            totals={totals}
            keyOf={({ routeKey }) => routeKey}
            nameOf={({ routeKey }) => <SoldTitle route={names.get(routeKey)} path={routeKey} />}
          />
          <EarningTable
            by="day"
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
  by: 'network' | 'route' | 'day'
  earnings: Row[]
  /** The sums of each asset. */
  totals: Earning[]
  keyOf: (earning: Row) => string
  nameOf: (earning: Row) => ReactNode
}

/** Sums, and their shares of the total in the same asset; assets of different networks are never added up. */
function EarningTable<Row extends Earning>({ by, earnings, totals, keyOf, nameOf }: EarningTableProps<Row>) {
  const t = useTranslations('earnings')
  const totalOf = ({ network, asset }: Row) =>
    totals.find((each) => each.network === network && each.asset === asset)?.amountAtomic ?? 0n
  return (
    <DataTable
      caption={t(`by.${by}`)}
      rows={earnings}
      rowKey={(earning) => `${keyOf(earning)} ${earning.network} ${earning.asset}`}
      columns={[
        { title: t(`columns.${by}`), cell: nameOf },
        ...(by === 'network' ? [] : [{ title: t('columns.on'), cell: ({ network }: Row) => networkName(network) }]),
        { title: t('columns.payments'), isNumeric: true, cell: ({ payments }) => payments },
        {
          title: t('columns.earned'),
          isNumeric: true,
          cell: (earning) => (
            <>
              <PaymentAmount {...earning} />
              {earning.undeliveredAtomic > 0n && (
                <span className="block text-small text-quiet">
                  {t.rich('undelivered', {
                    amount: () => <PaymentAmount {...earning} amountAtomic={earning.undeliveredAtomic} />,
                  })}
                </span>
              )}
            </>
          ),
        },
        ...(by === 'network'
          ? []
          : [
              {
                title: t('columns.share'),
                isNumeric: true,
                cell: (earning: Row) =>
                  t('percent', { share: percentOfAmount(earning.amountAtomic, totalOf(earning)) }),
              },
            ]),
      ]}
    />
  )
}
