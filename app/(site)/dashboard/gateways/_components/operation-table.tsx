'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { CheckboxField, CONTROL_CLASS, TextField } from '@/lib/site/ui/fields'
import type { OperationRow, RowAccess } from './gateway-rows'

type OperationTableProps = {
  rows: OperationRow[]
  /** The price of operations without one of their own. */
  commonDollars: string
  faults: ReadonlyMap<string, string>
  change: (key: string, to: Partial<OperationRow>) => void
}

export function OperationTable({ rows, commonDollars, faults, change }: OperationTableProps) {
  const t = useTranslations('gatewayForms.operations')
  const columns: Column<OperationRow>[] = [
    {
      title: t('operation'),
      cell: (row) => (
        <div className="grid gap-2">
          <What row={row} fault={faults.get(row.key)} />
          {row.access !== 'left_out' && <Passing row={row} change={change} />}
        </div>
      ),
    },
    {
      title: t('who'),
      cell: ({ key, method, path, access, problem }) => (
        <select
          aria-label={t('whoOf', { operation: `${method} ${path}` })}
          value={access}
          disabled={problem !== null}
          onChange={(event) => change(key, { access: event.target.value as RowAccess })}
          className={`${CONTROL_CLASS} sm:w-44`}
        >
          <option value="paid">{t('paid')}</option>
          <option value="free">{t('free')}</option>
          <option value="refused">{t('refused')}</option>
          <option value="left_out">{t('left_out')}</option>
        </select>
      ),
    },
    {
      title: t('price'),
      cell: ({ key, method, path, access, dollars }) =>
        access === 'paid' ? (
          <input
            aria-label={t('priceOf', { operation: `${method} ${path}` })}
            value={dollars}
            placeholder={commonDollars}
            inputMode="decimal"
            onChange={(event) => change(key, { dollars: event.target.value })}
            className={`${CONTROL_CLASS} figures sm:w-28`}
          />
        ) : (
          <span className="text-quiet">{t('none')}</span>
        ),
    },
  ]
  return <DataTable caption={t('title')} isCaptionHidden columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH'])

function Passing({ row, change }: { row: OperationRow; change: OperationTableProps['change'] }) {
  const { key, method, path, isStreaming, streamSeconds, uploadMegabytes } = row
  const t = useTranslations('gatewayForms')
  const fields = useTranslations('routeForms.fields')
  const id = useId()
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        {said(t, row)}
      </summary>
      <fieldset className="grid gap-3 pt-2">
        <legend className="sr-only">{t('operations.passingOf', { operation: `${method} ${path}` })}</legend>
        {methodsWithBody.has(method) && (
          <TextField
            id={`${id}upload`}
            label={fields('maxUploadBytes')}
            hint={fields('maxUploadBytes-hint')}
            isFigures
            inputMode="decimal"
            value={uploadMegabytes}
            onChange={(event) => change(key, { uploadMegabytes: event.target.value })}
          />
        )}
        <CheckboxField
          id={`${id}streaming`}
          label={fields('isStreaming')}
          checked={isStreaming}
          onChange={(event) => change(key, { isStreaming: event.target.checked })}
        />
        {isStreaming && (
          <TextField
            id={`${id}seconds`}
            label={fields('streamSeconds')}
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

/** Such as `Files and streams: uploads of 500 MB, streamed`; only the title for the usual settings. */
function said(t: Translate<'gatewayForms'>, { isStreaming, uploadMegabytes }: OperationRow): string {
  const megabytes = uploadMegabytes.trim()
  if (megabytes === '') return t(isStreaming ? 'operations.streamed' : 'operations.passing')
  return t(isStreaming ? 'operations.uploadsStreamed' : 'operations.uploads', { megabytes })
}

const changes = { new: 'settled', changed: 'waiting', gone: 'neutral' } as const

function What({
  row: { method, path, title, change, problem, unread },
  fault,
}: {
  row: OperationRow
  fault: string | undefined
}) {
  const t = useTranslations('gatewayForms.change')
  const shown = change === null || change === 'same' ? null : change
  return (
    <div className="grid gap-1">
      <span>
        {title} {shown && <Badge state={changes[shown]}>{t(shown)}</Badge>}
      </span>
      <span className="figures text-quiet">
        {method} {path}
      </span>
      {(fault ?? problem) && <span className="text-refused">{fault ?? problem}</span>}
      {unread.map((sentence) => (
        <span key={sentence} className="text-quiet">
          {sentence}
        </span>
      ))}
    </div>
  )
}
