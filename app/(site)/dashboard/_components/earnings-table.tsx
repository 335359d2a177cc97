import { useTranslations } from 'next-intl'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import type { Earning } from '@/lib/payments/sum-earnings'
import type { Earnings } from '@/lib/shop/sellers/payments/earnings'
import type { NamedRoute } from '@/lib/shop/sellers/routes/routes'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { SoldTitle } from './notices'
import { amountColumn, PaymentAmount } from './payment-amount'

type EarningsLine = Earning & { routeKey: string | null }

type EarningsTableProps = Pick<Earnings, 'byRoute' | 'byNetwork'> & {
  names: ReadonlyMap<string, NamedRoute>
  caption: string
}

/** Sales sorted by the amount kept; the last lines are the sums per asset, which are never added up. */
export function EarningsTable({ byRoute, byNetwork, names, caption }: EarningsTableProps) {
  const t = useTranslations('earnings')
  const nameOf = ({ routeKey, network }: EarningsLine) => {
    if (routeKey === OTHERS) return t('others')
    if (routeKey !== null) {
      const route = names.get(routeKey)
      return <SoldTitle route={route} path={routeKey} {...(route && { href: `/dashboard/routes/${route.routeId}` })} />
    }
    const name = networkName(network)
    return t('allOn', { network: isTestNetwork(network) ? t('statement.testMoney', { network: name }) : name })
  }
  const columns: Column<EarningsLine>[] = [
    { title: t('columns.what'), cell: nameOf },
    ...(byNetwork.length > 1
      ? [{ title: t('columns.on'), cell: ({ network }: EarningsLine) => networkName(network) }]
      : []),
    { title: t('columns.sales'), isNumeric: true, cell: ({ payments }) => payments },
    { title: t('statement.cameIn'), isNumeric: true, cell: (line) => <CameIn line={line} /> },
    amountColumn(t('statement.givenBack'), 'refundedAtomic'),
    amountColumn(t('statement.kept'), 'keptAtomic'),
  ]
  return (
    <DataTable
      caption={caption}
      rows={[...byRoute, ...othersOf(byRoute, byNetwork)]}
      foot={byNetwork.map((sum) => ({ ...sum, routeKey: null }))}
      rowKey={({ routeKey, network, asset }) => `${routeKey} ${network} ${asset}`}
      columns={columns}
    />
  )
}

const OTHERS = ''
const sums = ['amountAtomic', 'undeliveredAtomic', 'refundedAtomic', 'promisedAtomic', 'keptAtomic'] as const
const counts = ['payments', 'refunds'] as const

/** The part of an asset's sum that belongs to none of the listed routes. */
function othersOf(byRoute: EarningsLine[], byNetwork: Earning[]): EarningsLine[] {
  return byNetwork.flatMap((total) => {
    const others: EarningsLine = { ...total, routeKey: OTHERS }
    for (const line of byRoute.filter(({ network, asset }) => network === total.network && asset === total.asset)) {
      for (const name of sums) others[name] -= line[name]
      for (const name of counts) others[name] -= line[name]
    }
    return others.payments > 0 || others.refunds > 0 ? [others] : []
  })
}

function CameIn({ line }: { line: EarningsLine }) {
  const t = useTranslations('earnings')
  const { undeliveredAtomic, promisedAtomic } = line
  const notes = [
    { key: 'undelivered', amountAtomic: undeliveredAtomic },
    { key: 'promised', amountAtomic: promisedAtomic },
  ] as const
  return (
    <>
      <PaymentAmount {...line} />
      {notes.map(
        ({ key, amountAtomic }) =>
          amountAtomic > 0n && (
            <span key={key} className="block text-small whitespace-normal text-quiet">
              {t.rich(key, { amount: () => <PaymentAmount {...line} amountAtomic={amountAtomic} /> })}
            </span>
          ),
      )}
    </>
  )
}
