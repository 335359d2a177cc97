'use client'

import { Badge } from '@/lib/ui/badge'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { CONTROL_CLASS } from '@/lib/ui/field'
import type { Row, RowAccess } from './gateway-rows'

type OperationTableProps = {
  rows: Row[]
  /** What an operation without a price of its own costs. */
  commonDollars: string
  /** Why rows cannot be sold as they are, by key. */
  faults: ReadonlyMap<string, string>
  change: (key: string, to: Partial<Row>) => void
}

/** Each operation, who may ask it, and its price. */
export function OperationTable({ rows, commonDollars, faults, change }: OperationTableProps) {
  const columns: Column<Row>[] = [
    { title: 'Operation', cell: (row) => <What row={row} fault={faults.get(row.key)} /> },
    {
      title: 'Who may ask',
      cell: ({ key, method, path, access, problem }) => (
        <select
          aria-label={`Who may ask ${method} ${path}`}
          value={access}
          disabled={problem !== null}
          onChange={(event) => change(key, { access: event.target.value as RowAccess })}
          className={`${CONTROL_CLASS} sm:w-36`}
        >
          <option value="paid">Who pays</option>
          <option value="free">Anyone, free</option>
          <option value="refused">No one</option>
          <option value="left_out">Left out</option>
        </select>
      ),
    },
    {
      title: 'Price',
      cell: ({ key, method, path, access, dollars }) =>
        access === 'paid' ? (
          <input
            aria-label={`Price of ${method} ${path}`}
            value={dollars}
            placeholder={commonDollars}
            inputMode="decimal"
            onChange={(event) => change(key, { dollars: event.target.value })}
            className={`${CONTROL_CLASS} figures sm:w-28`}
          />
        ) : (
          <span className="text-quiet">none</span>
        ),
    },
  ]
  return <DataTable caption="Operations" isCaptionHidden columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const changes = {
  new: { state: 'settled', label: 'New' },
  changed: { state: 'waiting', label: 'Changed' },
  gone: { state: 'refused', label: 'Gone' },
} as const

function What({ row: { method, path, title, change, problem }, fault }: { row: Row; fault: string | undefined }) {
  const shown = change === null || change === 'same' ? null : changes[change]
  return (
    <div className="grid gap-1">
      <span>
        {title} {shown && <Badge state={shown.state}>{shown.label}</Badge>}
      </span>
      <span className="figures text-quiet">
        {method} {path}
      </span>
      {(fault ?? problem) && <span className="text-refused">{fault ?? problem}</span>}
    </div>
  )
}
