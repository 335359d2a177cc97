import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Column<Row> = { title: string; cell: (row: Row) => ReactNode; isNumeric?: boolean }

type DataTableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
}

/**
 * A table that turns into a list of cards on a phone. The roles are spelled out because a browser
 * forgets them once the cells are no longer laid out as a table. Show an EmptyState instead when there are no rows.
 */
export function DataTable<Row>({ caption, isCaptionHidden = false, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table role="table" className="as-cards w-full border-collapse text-small">
      <caption className={isCaptionHidden ? 'sr-only' : 'pb-2 text-start text-base font-strong'}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.title}
              role="columnheader"
              scope="col"
              className={clsx(
                'border-b border-ink py-2 align-bottom pe-4 last:pe-0',
                column.isNumeric ? 'text-end' : 'text-start',
              )}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <td
                key={column.title}
                role="cell"
                data-column={column.title}
                className={clsx(
                  'align-baseline wrap-anywhere sm:border-b sm:border-rule sm:py-3 sm:pe-4 sm:last:pe-0',
                  column.isNumeric && 'tabular-nums sm:text-end sm:whitespace-nowrap',
                )}
              >
                <div className="min-w-0">{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
