import { Amount } from '@/lib/ui/amount'
import { CopyId } from '@/lib/ui/copy-id'
import { DataTable } from '@/lib/ui/data-table'
import { EmptyState } from '@/lib/ui/empty-state'
import { Link } from '@/lib/ui/link'
import { Timestamp } from '@/lib/ui/timestamp'
import { networkName } from '@/lib/x402/networks'

type RecentSettlement = {
  id: string
  at: Date
  network: string
  amountAtomic: bigint
  asset: { decimals: number; symbol: string } | null
  transaction: string
}

/** The latest settlements, as anybody can read them from the chain. */
export function RecentSettlements({ settlements }: { settlements: RecentSettlement[] }) {
  if (settlements.length === 0) {
    return (
      <EmptyState
        title="Nothing settled yet"
        action={
          <Link href="/bazaar" variant="plain">
            See what can be bought
          </Link>
        }
      >
        The first payment that goes through this facilitator appears here, with its transaction.
      </EmptyState>
    )
  }
  return (
    <DataTable
      caption="Last settlements"
      rows={settlements}
      rowKey={({ id }) => id}
      columns={[
        { title: 'When', cell: ({ at }) => <Timestamp at={at} /> },
        { title: 'Network', cell: ({ network }) => networkName(network) },
        {
          title: 'Amount',
          isNumeric: true,
          cell: ({ amountAtomic, asset }) =>
            asset ? <Amount amountAtomic={amountAtomic} {...asset} /> : `${amountAtomic} atomic units`,
        },
        { title: 'Transaction', cell: ({ transaction }) => <CopyId value={transaction} name="transaction" /> },
      ]}
    />
  )
}
