import { useTranslations } from 'next-intl'
import { networkName } from '@/lib/base/x402/networks'
import { Amount } from '@/lib/site/ui/amount'
import { CopyId } from '@/lib/site/ui/copy-id'
import { DataTable } from '@/lib/site/ui/data-table'
import { EmptyState } from '@/lib/site/ui/empty-state'
import { Link } from '@/lib/site/ui/link'
import { Timestamp } from '@/lib/site/ui/timestamp'

type RecentSettlement = {
  id: string
  at: Date
  network: string
  amountAtomic: bigint
  asset: { decimals: number; symbol: string } | null
  transaction: string
}

export function RecentSettlements({ settlements }: { settlements: RecentSettlement[] }) {
  const t = useTranslations('facilitator')
  if (settlements.length === 0) {
    return (
      <EmptyState
        title={t('settlements.noneTitle')}
        action={
          <Link href="/bazaar" variant="plain">
            {t('settlements.bazaar')}
          </Link>
        }
      >
        {t('settlements.none')}
      </EmptyState>
    )
  }
  return (
    <DataTable
      caption={t('settlements.title')}
      rows={settlements}
      rowKey={({ id }) => id}
      columns={[
        { title: t('settlements.when'), cell: ({ at }) => <Timestamp at={at} /> },
        { title: t('networks.network'), cell: ({ network }) => networkName(network) },
        {
          title: t('settlements.amount'),
          isNumeric: true,
          cell: ({ amountAtomic, asset }) =>
            asset ? (
              <Amount amountAtomic={amountAtomic} {...asset} />
            ) : (
              t('settlements.atomicUnits', { amount: String(amountAtomic) })
            ),
        },
        {
          title: t('settlements.transaction'),
          cell: ({ transaction }) => <CopyId value={transaction} name={t('settlements.transactionId')} />,
        },
      ]}
    />
  )
}
