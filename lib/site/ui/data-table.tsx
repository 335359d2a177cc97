import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from './link'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  isNumeric?: boolean
  /** Its cells speak for themselves, so that a phone does not repeat the title before them. */
  isPlain?: boolean
}

type DataTableProps<Row> = {
  caption: string
  isCaptionHidden?: boolean
  columns: Column<Row>[]
  rows: Row[]
  foot?: Row[]
  /** The row's place where left out. */
  rowKey?: (row: Row) => string
  /** The first column holds a link of the class `whole-row`, which is pressed anywhere in its row. */
  isPressable?: boolean
  empty?: ReactNode
  /** Leads to the rows after that cursor, with the filters that are kept; null for the last ones. */
  next?: { label: string; path: string; kept?: Record<string, string>; after: string | null }
}

/**
 * A table whose rows are two lines on a phone: the first column and the last number, and the rest small beneath. The
 * roles are spelled out because a browser forgets them once the cells are no longer laid out as a table.
 */
export function DataTable<Row>({
  caption,
  isCaptionHidden = false,
  columns,
  rows,
  foot = [],
  rowKey = (row) => String([...rows, ...foot].indexOf(row)),
  isPressable = false,
  empty,
  next,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return empty
  const table = (
    <table role="table" className="two-lined w-full border-collapse text-small">
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
          <TableRow key={rowKey(row)} {...{ columns, row, isPressable }} />
        ))}
      </tbody>
      {foot.length > 0 && (
        <tfoot role="rowgroup" className="border-t border-ink font-strong">
          {foot.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} row={row} />
          ))}
        </tfoot>
      )}
    </table>
  )
  if (!next?.after) return table
  return (
    <div className="grid justify-items-start gap-6">
      {table}
      <Link href={`${next.path}?${new URLSearchParams({ ...next.kept, after: next.after })}`}>{next.label}</Link>
    </div>
  )
}

type TableRowProps<Row> = { columns: Column<Row>[]; row: Row; isPressable?: boolean }

function TableRow<Row>({ columns, row, isPressable = false }: TableRowProps<Row>) {
  const last = columns.findLastIndex(({ isNumeric }, place) => isNumeric === true && place > 0)
  return (
    <tr role="row" className={clsx(isPressable && 'relative hover:bg-shade')}>
      {columns.map((column, place) => (
        <td
          key={column.title}
          role="cell"
          data-place={place === 0 ? 'first' : place === last ? 'amount' : undefined}
          data-column={column.isPlain ? undefined : column.title}
          className={clsx(
            'align-baseline wrap-anywhere sm:border-b sm:border-rule sm:py-3 sm:pe-4 sm:last:pe-0',
            column.isNumeric && 'tabular-nums sm:text-end sm:whitespace-nowrap',
          )}
        >
          {/* Wide enough for short words, which would break before long ones do. */}
          <div className="min-w-0 sm:min-w-16">{column.cell(row)}</div>
        </td>
      ))}
    </tr>
  )
}
