'use client'

import { useTranslations } from 'next-intl'
import { use } from 'react'
import { Badge } from '@/lib/site/ui/badge'
import { type Column, DataTable } from '@/lib/site/ui/data-table'
import { FormContext, SelectField, TextField } from '@/lib/site/ui/fields'
import { Link } from '@/lib/site/ui/link'
import { fieldOf, hasControl, type OperationRow } from './gateway-rows'

type OperationTableProps = {
  rows: OperationRow[]
  change: (row: OperationRow) => void
  /** The price of an operation without its own. */
  commonPrice: string
}

export function OperationTable({ rows, change, commonPrice }: OperationTableProps) {
  const { fields } = use(FormContext)
  /** The first that no control of the row shows. */
  const faultOf = (row: OperationRow) =>
    Object.entries(fields).find(([name]) => name.startsWith(`${row.key} `) && !hasControl(row, name))?.[1]
  const t = useTranslations('gatewayForms.operations')
  const columns: Column<OperationRow>[] = [
    {
      title: t('operation'),
      cell: (row) => <What row={row} fault={faultOf(row)} />,
    },
    {
      title: t('who'),
      cell: (row) => (
        <div className="w-44">
          <SelectField
            name={fieldOf(row, 'access')}
            label={t('whoOf', { operation: addressOf(row) })}
            isLabelHeard
            value={row.access}
            onChange={({ target }) =>
              change({ ...row, access: accesses.find((each) => each === target.value) ?? row.access })
            }
            disabled={row.problem !== null}
            options={accesses.map((value) => ({ value, label: t(value) }))}
          />
        </div>
      ),
    },
    {
      title: t('price'),
      cell: (row) => (
        <>
          <div hidden={row.access !== 'paid'} className="w-44 sm:w-28">
            <TextField
              name={fieldOf(row, 'dollars')}
              label={t('priceOf', { operation: addressOf(row) })}
              isLabelHeard
              hint={row.operation.metering && t('upTo')}
              isFigures
              defaultValue={row.dollars ?? ''}
              placeholder={commonPrice}
              inputMode="decimal"
            />
          </div>
          {row.access !== 'paid' && <span className="text-quiet">{t('none')}</span>}
        </>
      ),
    },
  ]
  return <DataTable caption={t('title')} isCaptionHidden columns={columns} rows={rows} rowKey={({ key }) => key} />
}

const addressOf = ({ operation: { method, path } }: OperationRow) => `${method} ${path}`

const accesses = ['paid', 'free', 'refused', 'left_out'] as const

const changes = { new: 'settled', changed: 'waiting', gone: 'neutral' } as const

function What({ row, fault }: { row: OperationRow; fault: string | undefined }) {
  const { routeId, isPaused, change, problem, unread } = row
  const { title } = row.operation
  const t = useTranslations('gatewayForms')
  const shown = change === null || change === 'same' ? null : change
  return (
    <div className="grid gap-1">
      <span className="flex flex-wrap items-baseline gap-x-3">
        {routeId === null ? (
          title
        ) : (
          <Link href={`/dashboard/routes/${routeId}`} className="-my-3 py-3">
            {title}
          </Link>
        )}
        {isPaused && <Badge state="waiting">{t('operations.paused')}</Badge>}
        {shown && <Badge state={changes[shown]}>{t(`change.${shown}`)}</Badge>}
      </span>
      <span className="figures text-quiet">{addressOf(row)}</span>
      {(fault ?? problem) && <span className="text-refused">{fault ?? problem}</span>}
      {unread.map((sentence) => (
        <span key={sentence} className="text-quiet">
          {sentence}
        </span>
      ))}
    </div>
  )
}
