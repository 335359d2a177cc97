import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/shop/sellers/payments/summarize-earnings'
import type { NamedRoute } from '@/lib/shop/sellers/routes/name-routes'
import { DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { PaymentAmount } from '../_components/payment-amount'
import { SoldTitle } from '../_components/sold-title'

type BestRoutesProps = {
  /** The busiest first, in one asset of one network each. */
  byRoute: (Earning & { routeKey: string })[]
  names: ReadonlyMap<string, NamedRoute>
  days: number
}

/** The best-selling routes, and their share of the total in the same asset. */
export function BestRoutes({ byRoute, names, days }: BestRoutesProps) {
  const t = useTranslations('dashboard')
  const inAll = useTranslations('earnings.statement')
  return (
    <section aria-labelledby="best-routes" className="grid gap-4">
      <h2 id="best-routes" className="text-title font-strong">
        {t('best.title')}
      </h2>
      <DataTable
        caption={t('best.caption', { days })}
        isCaptionHidden
        rows={byRoute}
        rowKey={({ routeKey, network, asset }) => `${routeKey} ${network} ${asset}`}
        columns={[
          {
            title: t('best.route'),
            cell: ({ routeKey }) => {
              const route = names.get(routeKey)
              return (
                <SoldTitle
                  route={route}
                  path={routeKey}
                  {...(route && { href: `/dashboard/routes/${route.routeId}` })}
                />
              )
            },
          },
          { title: t('best.network'), cell: ({ network }) => networkName(network) },
          { title: t('chart.payments'), isNumeric: true, cell: ({ payments }) => payments },
          {
            title: inAll('kept'),
            isNumeric: true,
            cell: (earning) => <PaymentAmount {...earning} amountAtomic={earning.keptAtomic} />,
          },
        ]}
      />
      <p>
        <Link href={`/dashboard/earnings?days=${days}`} className="inline-flex min-h-11 items-center">
          {t('best.all')}
        </Link>
      </p>
    </section>
  )
}
