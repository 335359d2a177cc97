import { Badge } from '@/lib/ui/badge'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { Link } from '@/lib/ui/link'
import { badgeOf } from '../../_components/route-kinds'
import type { OperationView } from '../../_server/seller-reads'

/** Where each operation is sold. */
export function SoldOperations({ operations }: { operations: OperationView[] }) {
  return <DataTable caption="Operations" columns={columns} rows={operations} rowKey={({ routeId }) => routeId} />
}

const prices = { free: 'Free', refused: 'Refused' }

const columns: Column<OperationView>[] = [
  {
    title: 'Operation',
    cell: ({ routeId, title }) => (
      <Link href={`/dashboard/routes/${routeId}`} className="-my-3 inline-flex py-3">
        {title}
      </Link>
    ),
  },
  {
    title: 'Address',
    cell: ({ method, url }) => (
      <span className="figures">
        {method} {new URL(url).pathname}
      </span>
    ),
  },
  {
    title: 'State',
    cell: ({ state }) => {
      const badge = badgeOf(state, false)
      return <Badge state={badge.state}>{badge.label}</Badge>
    },
  },
  {
    title: 'Price',
    isNumeric: true,
    cell: ({ access, dollars, metering }) =>
      access === 'paid' ? `${metering ? 'Up to ' : ''}${dollars}` : prices[access],
  },
]
