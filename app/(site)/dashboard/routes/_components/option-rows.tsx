'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { RouteField, useFieldTexts, useRouteForm } from './route-field'
import type { FormTexts } from './route-value'

type OptionRowsProps = { networks: SellableNetwork[]; prices: Prices }

export function OptionRows({ networks, prices: { rows, first, firstTexts, add, remove } }: OptionRowsProps) {
  const t = useTranslations('routeForms.options')
  const textAt = useFieldTexts()
  const { kind, texts, faults } = useRouteForm()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isMetered = kind === 'metered_api'
  const offered = offeredOf(kind, networks, isMetered ? ['exact', 'upto'] : ['exact'])
  if (rows.length === 0 && !isMetered && offered.length < 2) return null
  const leaveOut = (key: number) => {
    remove(key)
    addButton.current?.focus()
    // The numbers of the prices change, so their faults go.
    fieldset.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <fieldset ref={fieldset} id="options" name="options" className="grid min-w-0 gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">{textAt('options')}</legend>
      <p className="text-small text-quiet">{t(isMetered ? 'meteredWhat' : 'what')}</p>
      {isMetered && first !== 'price' && (
        <RouteField name={`${first}.scheme`} texts={texts[`${firstTexts}.scheme`] ?? ['upto']} />
      )}
      {rows.map((row, index) => (
        <Row key={row.key} {...{ row, offered }} place={index + 1} remove={() => leaveOut(row.key)} />
      ))}
      {faults.options && (
        <p role="alert" className="text-small text-refused">
          {faults.options}
        </p>
      )}
      <p>
        <Button
          ref={addButton}
          aria-disabled={rows.length >= MAXIMUM_ROWS || undefined}
          onClick={rows.length >= MAXIMUM_ROWS ? undefined : add}
        >
          {t('add')}
        </Button>
      </p>
    </fieldset>
  )
}

type RowProps = {
  row: PriceRow
  offered: SellableNetwork[]
  /** From 1 on; the form's own price is the first. */
  place: number
  remove: () => void
}

function Row({ row: { from }, place, offered, remove }: RowProps) {
  const t = useTranslations('routeForms')
  const { kind, texts } = useRouteForm()
  const fields = useRef<HTMLFieldSetElement>(null)
  const isAdded = from === null
  useEffect(() => {
    if (isAdded) fields.current?.querySelector<HTMLElement>('[name$=".dollars"]')?.focus()
  }, [isAdded])
  const number = place + 1
  const [only, ...others] = offered
  const textsOf = (part: string) => (isAdded ? undefined : texts[`options.${from}.${part}`])
  const chosen = textsOf('networks') ?? (only && others.length === 0 ? [only.id] : [])
  const name = (part: string) => `options.${place}.${part}`
  return (
    <fieldset ref={fields} className="grid min-w-0 gap-4 border-t border-rule pt-4">
      <legend className="sr-only">{t('options.name', { number })}</legend>
      {kind === 'metered_api' && (
        <RouteField
          name={name('scheme')}
          texts={textsOf('scheme') ?? ['exact']}
          label={t('options.charging', { number })}
        />
      )}
      <RouteField name={name('dollars')} texts={textsOf('dollars') ?? []} label={t('options.dollars', { number })} />
      <RouteField
        name={name('networks')}
        texts={chosen}
        label={t('options.networks', { number })}
        boxes={networkBoxes(t, offered, chosen)}
      />
      <p>
        <Button aria-label={t('options.remove', { number })} onClick={remove}>
          {t('options.removeShort')}
        </Button>
      </p>
    </fieldset>
  )
}

/** Networks on which goods of that kind can be paid by one of the schemes, or wallets can sign in. */
export const offeredOf = (kind: RouteKind, networks: SellableNetwork[], schemes: string[]): SellableNetwork[] =>
  networks.filter(({ id, schemes: able }) => {
    const canSignIn = !id.startsWith('algorand:')
    if (kind === 'sign_in') return canSignIn
    return (kind !== 'pass' || canSignIn) && schemes.some((scheme) => able.includes(scheme))
  })

export function NetworksField({ offered, prices }: { offered: SellableNetwork[]; prices: Prices }) {
  const t = useTranslations('routeForms')
  const { kind, texts } = useRouteForm()
  const [name, from] =
    kind === 'sign_in' ? ['networks', 'networks'] : [`${prices.first}.networks`, `${prices.firstTexts}.networks`]
  const stored = texts[from]
  return <RouteField name={name} texts={stored} boxes={networkBoxes(t, offered, stored ?? [])} />
}

/** The networks that are offered, and stored ones that no longer are. */
const networkBoxes = (t: Translate<'routeForms'>, offered: SellableNetwork[], stored: readonly string[]) => {
  const box = (words: 'testMoney' | 'realMoney' | 'notOffered', value: string, network: string) => {
    const quiet = (note: ReactNode) => <span className="text-quiet">{note}</span>
    return { value, label: t.rich(`networks.${words}`, { network, quiet }) }
  }
  return [
    ...offered.map(({ id, name, isTest }) => box(isTest ? 'testMoney' : 'realMoney', id, name)),
    ...stored
      .filter((id) => offered.every((network) => network.id !== id))
      .map((id) => box('notOffered', id, networkName(id))),
  ]
}

/** One more price; the place that its texts come from at first, null for an empty one. */
export type PriceRow = { key: number; from: number | null }

let lastKey = 0
const freeKey = () => (lastKey += 1)
const rowsOf = (count: number, before: PriceRow[]): PriceRow[] =>
  Array.from({ length: count }, (_, at) => ({ key: before[at]?.key ?? freeKey(), from: at + 1 }))

/** Besides the first. */
const MAXIMUM_ROWS = 7

/** How many prices with places of their own a form with such controls has. */
const countPlaces = (names: Iterable<string>): number =>
  Math.max(0, ...[...names].map((name) => Number(/^options\.([0-7])\.dollars$/.exec(name)?.[1] ?? -1) + 1))

export type Prices = ReturnType<typeof usePrices>

/**
 * The prices of a form: one, or several in `options`, whose controls are named so. A row keeps its controls, and the
 * text in them, while others are added or removed and while the route is stored again.
 * @param version changes whenever the route is stored
 */
export function usePrices(texts: FormTexts, version: string) {
  const stored = countPlaces(Object.keys(texts))
  const count = Math.max(stored - 1, 0)
  const [shown, setShown] = useState(() => ({ version, count, rows: rowsOf(count, []) }))
  const { rows } = shown
  if (shown.version !== version) {
    // Rows that were added or removed, and are not stored so, stay.
    const isKept = rows.length !== shown.count && rows.length !== count
    setShown({ version, count, rows: isKept ? rows : rowsOf(count, rows) })
  }
  return {
    rows,
    /** The path after which the first price's controls are named, and the path of its first texts. */
    first: rows.length > 0 || stored === 1 ? 'options.0' : 'price',
    firstTexts: stored > 0 ? 'options.0' : 'price',
    add: () => setShown({ ...shown, rows: [...rows, { key: freeKey(), from: null }] }),
    remove: (key: number) => setShown({ ...shown, rows: rows.filter((row) => row.key !== key) }),
  }
}
