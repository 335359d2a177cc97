import { useState } from 'react'
import type { Texts } from './route-value'

/** One more price; the place that its texts come from at first, null for an empty one. */
export type PriceRow = { key: number; from: number | null }

/** Besides the first. */
export const MAXIMUM_ROWS = 7

/** How many prices with places of their own a form with such controls has. */
const countPlaces = (names: Iterable<string>): number =>
  Math.max(0, ...[...names].map((name) => Number(/^options\.([0-7])\.dollars$/.exec(name)?.[1] ?? -1) + 1))

export type Prices = ReturnType<typeof usePrices>

/**
 * The prices of a form: one, or several in `options`, whose controls are named so. A row keeps its controls, and the
 * text in them, while others are added or removed and while the route is stored again.
 * @param version changes whenever the route is stored
 */
export function usePrices(texts: Texts, version: number) {
  const stored = countPlaces(Object.keys(texts))
  const [known, setKnown] = useState(() => ({ rows: rowsOf(stored, []), version, isChanged: false }))
  if (known.version !== version) {
    // Rows that were added or removed, and are not stored so, stay.
    const isKept = known.isChanged && known.rows.length !== Math.max(stored - 1, 0)
    setKnown({ rows: isKept ? known.rows : rowsOf(stored, known.rows), version, isChanged: isKept })
  }
  const change = (rowsOf: (rows: PriceRow[]) => PriceRow[]) =>
    setKnown((before) => ({ ...before, rows: rowsOf(before.rows), isChanged: true }))
  return {
    rows: known.rows,
    /** The path after which the first price's controls are named, and the path of its first texts. */
    first: known.rows.length > 0 || stored === 1 ? 'options.0' : 'price',
    firstTexts: stored > 0 ? 'options.0' : 'price',
    add: () => change((rows) => [...rows, { key: freeKey(rows), from: null }]),
    remove: (key: number) => change((rows) => rows.filter((row) => row.key !== key)),
  }
}

const rowsOf = (stored: number, before: PriceRow[]): PriceRow[] =>
  Array.from({ length: Math.max(stored - 1, 0) }, (_, index) => ({
    key: before[index]?.key ?? freeKey(before) + index,
    from: index + 1,
  }))

const freeKey = (rows: PriceRow[]): number => Math.max(MAXIMUM_ROWS, ...rows.map(({ key }) => key)) + 1
