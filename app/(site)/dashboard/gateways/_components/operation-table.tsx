'use client'

import { useId } from 'react'
import { Badge } from '@/lib/ui/badge'
import { CheckboxField } from '@/lib/ui/checkbox-field'
import { type Column, DataTable } from '@/lib/ui/data-table'
import { CONTROL_CLASS } from '@/lib/ui/field'
import { TextField } from '@/lib/ui/text-field'
import { passingWords } from '../../_components/passing-words'
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
    {
      title: 'Operation',
      cell: (row) => (
        <div className="grid gap-2">
          <What row={row} fault={faults.get(row.key)} />
          {row.access !== 'left_out' && <Passing row={row} change={change} />}
        </div>
      ),
    },
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

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH'])

/** What passes through: uploads and answers that come in parts. Its summary says what is set. */
function Passing({ row, change }: { row: Row; change: OperationTableProps['change'] }) {
  const { key, method, path, isStreaming, streamSeconds, uploadMegabytes } = row
  const id = useId()
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        Files and streams{said(row)}
      </summary>
      <fieldset className="grid gap-3 pt-2">
        <legend className="sr-only">
          Files and streams of {method} {path}
        </legend>
        {methodsWithBody.has(method) && (
          <TextField
            id={`${id}upload`}
            label={passingWords.upload}
            hint={passingWords.uploadHint}
            isFigures
            inputMode="decimal"
            value={uploadMegabytes}
            onChange={(event) => change(key, { uploadMegabytes: event.target.value })}
          />
        )}
        <CheckboxField
          id={`${id}streaming`}
          label={passingWords.streaming}
          checked={isStreaming}
          onChange={(event) => change(key, { isStreaming: event.target.checked })}
        />
        {isStreaming && (
          <TextField
            id={`${id}seconds`}
            label={passingWords.seconds}
            isFigures
            inputMode="numeric"
            placeholder="300"
            value={streamSeconds}
            onChange={(event) => change(key, { streamSeconds: event.target.value })}
          />
        )}
      </fieldset>
    </details>
  )
}

/** `: uploads of 500 MB, streamed`; empty for the usual. */
function said({ isStreaming, uploadMegabytes }: Row): string {
  const parts = [uploadMegabytes.trim() && `uploads of ${uploadMegabytes.trim()} MB`, isStreaming && 'streamed']
  const words = parts.filter(Boolean).join(', ')
  return words && `: ${words}`
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
