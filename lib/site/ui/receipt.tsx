import clsx from 'clsx'
import type { ReactNode } from 'react'

export type ReceiptLine = { label: ReactNode; value: ReactNode; key?: string }

type ReceiptProps = {
  lines: ReceiptLine[]
  /** Under the thin rule; more than one where the buyer picks. */
  totals?: ReceiptLine[]
}

export function Receipt({ lines, totals = [] }: ReceiptProps) {
  return (
    <div className="border border-rule bg-sheet p-4 sm:p-6">
      <Lines lines={lines} />
      {totals.length > 0 && (
        <div className="mt-4 border-t border-ink pt-4">
          <Lines lines={totals} isTotal />
        </div>
      )}
    </div>
  )
}

export function Lines({ lines, isTotal = false }: { lines: ReceiptLine[]; isTotal?: boolean }) {
  return (
    <dl className={isTotal ? 'grid gap-4 font-strong' : 'grid gap-2'}>
      {lines
        .filter(({ value }) => Boolean(value) || value === 0)
        .map(({ label, value, key }, index) => (
          <div key={key ?? index} className="flex items-baseline justify-between gap-4">
            <dt className={clsx('max-w-1/2 shrink-0', !isTotal && 'text-quiet')}>{label}</dt>
            <dd className={clsx('min-w-0 text-end wrap-anywhere', isTotal && 'text-total')}>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** A text with its receipt, or its contents, in the margin of wide screens; one column on others. */
export const besideReceipt = {
  page: 'mx-auto grid max-w-measure gap-8 lg:max-w-none lg:grid-cols-[minmax(0,var(--measure))_20rem] lg:justify-center lg:gap-x-16',
  text: 'grid min-w-0 content-start gap-8 lg:col-start-1',
  margin: 'lg:sticky lg:top-8 lg:col-start-2 lg:row-span-3 lg:row-start-1 lg:self-start',
}
