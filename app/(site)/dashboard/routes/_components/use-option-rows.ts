import { useState } from 'react'
import type { FormState } from '@/app/(site)/dashboard/_actions/form-state'
import type { RouteView } from '@/lib/shop/sellers/routes/get-route'

export type PaymentOption = RouteView['settings']['options'][number]

/** One more way to pay; its values at first, null for an empty one. */
export type OptionRow = { key: number; option: PaymentOption | null }

/** A way to pay besides the form's own price: its name starts with `options.` and its place, from 1 on. */
const ROW_NAME = /^options\.([1-7])\.dollars$/

export const MAXIMUM_ROWS = 7

/** How many further ways to pay a form with such controls has. */
export const countRows = (names: Iterable<string>): number =>
  Math.max(0, ...[...names].map((name) => Number(ROW_NAME.exec(name)?.[1] ?? 0)))

/**
 * A form's ways to pay besides its own price. A row keeps its controls, and the text in them, while others are added or
 * removed and while the route is stored again.
 * @param posted the values of a form that was sent without scripts and refused
 */
export function useOptionRows(route: RouteView | null, posted: FormState['values']) {
  const version = route?.updatedAt.getTime() ?? 0
  const stored = (route?.settings.options ?? []).slice(1)
  const [known, setKnown] = useState(() => ({
    rows: numbered(readPosted(posted) ?? stored),
    version,
    isChanged: false,
    nextKey: MAXIMUM_ROWS,
  }))
  if (known.version !== version) setKnown(renewed(known, stored, version))

  const change = (rowsOf: (rows: OptionRow[], nextKey: number) => OptionRow[]) =>
    setKnown((before) => ({
      ...before,
      rows: rowsOf(before.rows, before.nextKey),
      isChanged: true,
      nextKey: before.nextKey + MAXIMUM_ROWS,
    }))
  return {
    rows: known.rows,
    add: () => change((rows, key) => [...rows, { key, option: null }]),
    remove: (key: number) => change((rows) => rows.filter((row) => row.key !== key)),
    /** Makes the number of rows that. */
    hold: (count: number) =>
      change((rows, nextKey) =>
        Array.from({ length: count }, (_, index) => rows[index] ?? { key: nextKey + index, option: null }),
      ),
  }
}

type Known = { rows: OptionRow[]; version: number; isChanged: boolean; nextKey: number }

/** Rows that were added or removed, and are not stored so, stay. */
function renewed({ rows, isChanged, nextKey }: Known, stored: PaymentOption[], version: number): Known {
  const isAsStored = rows.length === stored.length
  if (isChanged && !isAsStored) return { rows, version, isChanged, nextKey }
  const renewedRows = stored.map((option, index) => ({ key: rows[index]?.key ?? nextKey + index, option }))
  return { rows: renewedRows, version, isChanged: false, nextKey: nextKey + MAXIMUM_ROWS }
}

const numbered = (options: PaymentOption[]): OptionRow[] => options.map((option, key) => ({ key, option }))

function readPosted(posted: FormState['values']): PaymentOption[] | null {
  const count = countRows(Object.keys(posted))
  if (Object.keys(posted).length === 0) return null
  return Array.from({ length: count }, (_, index) => ({
    scheme: posted[`options.${index + 1}.scheme`]?.[0] === 'upto' ? 'upto' : 'exact',
    dollars: posted[`options.${index + 1}.dollars`]?.[0] ?? '',
    networks: posted[`options.${index + 1}.networks`] ?? [],
  }))
}
