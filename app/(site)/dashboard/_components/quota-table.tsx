import { DataTable } from '@/lib/ui/data-table'
import type { Usage } from '../_server/seller-reads'
import { quotaTitles } from './quota-titles'

/** A shop's usage and limits. */
export function QuotaTable({ usage }: { usage: Usage[] }) {
  return (
    <DataTable
      caption="Limits"
      rows={usage}
      rowKey={({ name }) => name}
      columns={[
        { title: 'Of', cell: ({ name }) => quotaTitles[name] },
        { title: 'Used', isNumeric: true, cell: ({ used }) => used.toLocaleString('en') },
        { title: 'Allowed', isNumeric: true, cell: ({ allowed }) => allowed.toLocaleString('en') },
      ]}
    />
  )
}
