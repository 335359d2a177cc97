'use client'

import { useTranslations } from 'next-intl'
import { use } from 'react'
import type { Translate } from '@/lib/site/messages/translate'
import { Badge } from '@/lib/site/ui/badge'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { CheckboxField, FormContext, SelectField, TextField } from '@/lib/site/ui/fields'
import { fieldOf, hasControl, type OperationRow, typedOf } from './gateway-rows'

type OperationTableProps = {
  rows: OperationRow[]
  /** The form as it is typed; null until it is there. */
  form: FormData | null
}

export function OperationTable({ rows, form }: OperationTableProps) {
  const { fields } = use(FormContext)
  /** The first that no control of the row shows. */
  const faultOf = (row: OperationRow) =>
    Object.entries(fields).find(([name]) => name.startsWith(`${row.key} `) && !hasControl(row, name))?.[1]
  const t = useTranslations('gatewayForms.operations')
  const columns: Column<OperationRow>[] = [
    {
      title: t('operation'),
      cell: (row) => (
        <div className="grid gap-2">
          <What row={row} fault={faultOf(row)} />
          <Passing row={row} form={form} />
        </div>
      ),
    },
    {
      title: t('who'),
      cell: (row) => (
        <div className="sm:w-44">
          <SelectField
            // A document that is read again may leave it out.
            key={row.access}
            name={fieldOf(row, 'access')}
            label={t('whoOf', { operation: `${row.method} ${row.path}` })}
            isLabelHeard
            defaultValue={row.access}
            disabled={row.problem !== null}
            options={accesses.map((value) => ({ value, label: t(value) }))}
          />
        </div>
      ),
    },
    {
      title: t('price'),
      cell: (row) => {
        const isPaid = typedOf(row, form).access === 'paid'
        return (
          <>
            <div hidden={!isPaid} className="sm:w-28">
              <TextField
                name={fieldOf(row, 'dollars')}
                label={t('priceOf', { operation: `${row.method} ${row.path}` })}
                isLabelHeard
                isFigures
                defaultValue={row.dollars ?? ''}
                placeholder={String(form?.get('dollars') ?? '')}
                inputMode="decimal"
              />
            </div>
            {!isPaid && <span className="text-quiet">{t('none')}</span>}
          </>
        )
      },
    },
  ]
  return <DataTable caption={t('title')} isCaptionHidden columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const accesses = ['paid', 'free', 'refused', 'left_out'] as const

const methodsWithBody = new Set(['POST', 'PUT', 'PATCH'])

function Passing({ row, form }: Pick<OperationTableProps, 'form'> & { row: OperationRow }) {
  const { method, path } = row
  const t = useTranslations('gatewayForms')
  const fields = useTranslations('routeForms.fields')
  const { access, isStreaming, megabytes } = typedOf(row, form)
  return (
    <details hidden={access === 'left_out'}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
        {said(t, isStreaming, megabytes)}
      </summary>
      <fieldset className="grid gap-3 pt-2">
        <legend className="sr-only">{t('operations.passingOf', { operation: `${method} ${path}` })}</legend>
        {methodsWithBody.has(method) && (
          <TextField
            name={fieldOf(row, 'maxUploadBytes')}
            label={fields('maxUploadBytes')}
            hint={fields('maxUploadBytes-hint')}
            isFigures
            inputMode="decimal"
            defaultValue={typedOf(row, null).megabytes}
          />
        )}
        <CheckboxField
          name={fieldOf(row, 'isStreaming')}
          label={fields('isStreaming')}
          defaultChecked={row.isStreaming}
        />
        <div hidden={!isStreaming}>
          <TextField
            name={fieldOf(row, 'streamSeconds')}
            label={fields('streamSeconds')}
            isFigures
            inputMode="numeric"
            defaultValue={row.streamSeconds}
          />
        </div>
      </fieldset>
    </details>
  )
}

/** Such as `Files and streams: uploads of 500 MB, streamed`; only the title for the usual settings. */
function said(t: Translate<'gatewayForms'>, isStreaming: boolean, megabytes: string): string {
  if (megabytes === '') return t(isStreaming ? 'operations.streamed' : 'operations.passing')
  return t(isStreaming ? 'operations.uploadsStreamed' : 'operations.uploads', { megabytes })
}

const changes = { new: 'settled', changed: 'waiting', gone: 'neutral' } as const

function What({ row, fault }: { row: OperationRow; fault: string | undefined }) {
  const { method, path, title, change, problem, unread } = row
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
