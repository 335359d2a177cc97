'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { SellableNetwork } from '@/lib/site/compose/sellable-networks'
import { Button } from '@/lib/site/ui/button'
import { networkBoxes, offeredOf } from './network-choices'
import { RouteField, useFieldTexts, useRouteForm } from './route-field'
import { idOf } from './route-fields'
import { MAXIMUM_ROWS, type PriceRow, type Prices } from './use-prices'

type OptionRowsProps = { networks: SellableNetwork[]; prices: Prices; isSending: boolean }

export function OptionRows({ networks, prices: { rows, first, firstTexts, add, remove }, isSending }: OptionRowsProps) {
  const t = useTranslations('routeForms.options')
  const textAt = useFieldTexts()
  const { kind, texts, errorAt } = useRouteForm()
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const before = useRef(rows.length)
  /** Whether a press has added or removed a row: the focus goes after it. */
  const pressed = useRef(false)
  useEffect(() => {
    const isMore = rows.length > before.current
    before.current = rows.length
    if (!pressed.current) return
    pressed.current = false
    const name = idOf(`options.${rows.length}.dollars`)
    if (isMore) fieldset.current?.querySelector<HTMLElement>(`#${name}`)?.focus()
    else addButton.current?.focus()
    // Makes the form be reviewed again and its draft stored.
    fieldset.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [rows])
  const isMetered = kind === 'metered_api'
  const offered = offeredOf(kind, networks, isMetered ? ['exact', 'upto'] : ['exact'])
  if (rows.length === 0 && !isMetered && offered.length < 2) return null
  const press = (act: () => void) => () => {
    pressed.current = true
    act()
  }
  const fault = errorAt('options')
  return (
    <fieldset ref={fieldset} id="options" name="options" className="grid min-w-0 gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">{textAt('options')}</legend>
      <p className="text-small text-quiet">{t(isMetered ? 'meteredWhat' : 'what')}</p>
      {isMetered && first !== 'price' && (
        <RouteField name={`${first}.scheme`} texts={texts[`${firstTexts}.scheme`] ?? ['upto']} />
      )}
      {rows.map((row, index) => (
        <Row
          key={row.key}
          {...{ row, offered }}
          place={index + 1}
          isBusy={isSending}
          remove={press(() => remove(row.key))}
        />
      ))}
      {fault && (
        <p role="alert" className="text-small text-refused">
          {fault}
        </p>
      )}
      <p>
        <Button
          ref={addButton}
          isBusy={isSending}
          aria-disabled={rows.length >= MAXIMUM_ROWS || undefined}
          onClick={rows.length >= MAXIMUM_ROWS ? undefined : press(add)}
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
  isBusy: boolean
  remove: () => void
}

function Row({ row: { from }, place, offered, isBusy, remove }: RowProps) {
  const t = useTranslations('routeForms')
  const { kind, texts } = useRouteForm()
  const number = place + 1
  const [only, ...others] = offered
  const textsOf = (part: string) => (from === null ? undefined : texts[`options.${from}.${part}`])
  const chosen = textsOf('networks') ?? (only && others.length === 0 ? [only.id] : [])
  const name = (part: string) => `options.${place}.${part}`
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-rule pt-4">
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
        <Button isBusy={isBusy} aria-label={t('options.remove', { number })} onClick={remove}>
          {t('options.removeShort')}
        </Button>
      </p>
    </fieldset>
  )
}
