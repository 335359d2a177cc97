import { useTranslations } from 'next-intl'
import type { Earnings } from '@/lib/shop/sellers/payments/earnings'
import type { NamedRoute, RouteSummary } from '@/lib/shop/sellers/routes/routes'
import { DataTable } from '@/lib/site/ui/data-table'
import { Link } from '@/lib/site/ui/link'
import { PageLink } from '@/lib/site/ui/page-link'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { PaymentAmount } from '../_components/payment-amount'

type ForSaleProps = Pick<Earnings, 'byRoute'> & {
  routes: RouteSummary[]
  names: ReadonlyMap<string, NamedRoute>
  days: number
  /** Not all of what is for sale is here. */
  hasMore: boolean
}

export function ForSale({ routes, byRoute, names, days, hasMore }: ForSaleProps) {
  const t = useTranslations('dashboard.forSale')
  const rows = routes
    .map((route) => ({ route, sums: byRoute.filter(({ routeKey }) => names.get(routeKey)?.routeId === route.routeId) }))
    .map(({ route, sums }) => ({ route, sums, most: sums[0]?.keptAtomic ?? -1n }))
    .toSorted((a, b) => (a.most === b.most ? 0 : a.most > b.most ? -1 : 1))
  return (
    <div className="grid gap-3">
      <DataTable
        caption={t('title')}
        rows={rows}
        rowKey={({ route }) => route.routeId}
        isPressable
        columns={[
          {
            title: t('what'),
            cell: ({ route: { routeId, title } }) => (
              <PageLink href={`/dashboard/routes/${routeId}`} className="whole-row font-strong text-ink no-underline">
                {title}
              </PageLink>
            ),
          },
          { title: t('price'), isNumeric: true, cell: ({ route }) => <Price {...route} /> },
          {
            title: t('sales'),
            isNumeric: true,
            cell: ({ sums }) => sums.reduce((count, { payments }) => count + payments, 0),
          },
          {
            title: t('kept'),
            isNumeric: true,
            cell: ({ sums }) => (
              <span className="grid">
                {sums.map((sum) => (
                  <PaymentAmount key={`${sum.network} ${sum.asset}`} {...sum} amountAtomic={sum.keptAtomic} />
                ))}
              </span>
            ),
          },
        ]}
      />
      <p className="flex flex-wrap justify-between gap-x-4 text-small text-quiet">
        <span>{t('days', { days })}</span>
        {hasMore && <Link href="/dashboard/routes">{t('all')}</Link>}
      </p>
    </div>
  )
}

function Price({ kind, price, access }: RouteSummary) {
  const t = useTranslations('dashboard.forSale')
  const inWords = useTranslations('routes.price')
  const inDigits = useLocalDigits()
  if (access !== 'paid') return inWords(access === 'free' ? 'free' : 'refused')
  if (!price) return inWords('signIn')
  const dollars = inDigits(price.dollars)
  return kind === 'metered_api' ? t('upTo', { dollars }) : dollars
}
