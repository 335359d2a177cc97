'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import type { FormNetwork, FormReader } from '@/app/(site)/dashboard/_components/form-reader'
import type { RouteKind } from '@/lib/shop/sellers/routes/kinds'
import type { Translate } from '@/lib/site/messages/translate'
import { Button } from '@/lib/site/ui/button'
import { CheckboxGroup } from '@/lib/site/ui/checkbox-field'
import { SelectField } from '@/lib/site/ui/select-field'
import { TextField } from '@/lib/site/ui/text-field'
import { networkChoices, offeredOf } from './network-choices'
import { MAXIMUM_ROWS, type OptionRow, type useOptionRows } from './use-option-rows'

export type OptionRowsState = ReturnType<typeof useOptionRows> & { isSending: boolean }

type OptionRowsProps = { kind: RouteKind; networks: FormNetwork[]; reader: FormReader; options: OptionRowsState }

/** Separate prices for single networks, and for ways to charge. Hidden where there is no choice. */
export function OptionRows({ kind, networks, reader, options: { rows, add, remove, isSending } }: OptionRowsProps) {
  const t = useTranslations('routeForms.options')
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const before = useRef(rows.length)
  /** Where the focus goes after a row was added or removed by a press; null where none was. */
  const pressed = useRef(false)
  useEffect(() => {
    const isMore = rows.length > before.current
    before.current = rows.length
    if (!pressed.current) return
    pressed.current = false
    if (isMore) fieldset.current?.querySelector<HTMLElement>(`#${idOf(rows.length, 'dollars')}`)?.focus()
    else addButton.current?.focus()
    // Makes the form be reviewed again and its draft stored.
    fieldset.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [rows])
  const offered = offeredOf(kind, networks, schemesOf(kind))
  if (rows.length === 0 && kind !== 'metered_api' && offered.length < 2) return null
  const press = (act: () => void) => () => {
    pressed.current = true
    act()
  }
  const fault = reader.ownError('options')
  return (
    <fieldset ref={fieldset} id="options" name="options" className="grid min-w-0 gap-4 border border-rule p-4">
      <legend className="px-2 font-strong">{t('title')}</legend>
      <p className="text-small text-quiet">{t(kind === 'metered_api' ? 'meteredWhat' : 'what')}</p>
      {rows.map((row, index) => (
        <Row
          key={row.key}
          {...{ row, kind, offered, reader }}
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

const schemesOf = (kind: RouteKind) => (kind === 'metered_api' ? ['exact', 'upto'] : ['exact'])

const idOf = (place: number, part: 'dollars' | 'scheme' | 'networks') => `option-${place}-${part}`

type RowProps = Pick<OptionRowsProps, 'kind' | 'reader'> & {
  row: OptionRow
  offered: FormNetwork[]
  /** From 1 on; the form's own price is the first. */
  place: number
  isBusy: boolean
  remove: () => void
}

function Row({ row: { option }, place, kind, offered, reader, isBusy, remove }: RowProps) {
  const t = useTranslations('routeForms')
  const number = place + 1
  const [only, ...others] = offered
  const chosen = option?.networks ?? (only && others.length === 0 ? [only.id] : [])
  const name = (part: string) => `options.${place}.${part}`
  const isMetered = kind === 'metered_api'
  return (
    <fieldset className="grid min-w-0 gap-4 border-t border-rule pt-4">
      <legend className="sr-only">{t('options.name', { number })}</legend>
      {isMetered ? (
        <SelectField
          id={idOf(place, 'scheme')}
          name={name('scheme')}
          label={t('options.charging', { number })}
          defaultValue={option?.scheme ?? 'exact'}
          options={chargingsIn(t)}
          error={reader.error(name('scheme'))}
        />
      ) : null}
      <TextField
        id={idOf(place, 'dollars')}
        name={name('dollars')}
        label={t('options.dollars', { number })}
        isFigures
        required
        autoComplete="off"
        placeholder="0.10"
        defaultValue={option?.dollars}
        error={reader.error(name('dollars'))}
      />
      <CheckboxGroup
        id={idOf(place, 'networks')}
        name={name('networks')}
        label={t('options.networks', { number })}
        options={networkChoices(t, offered, chosen)}
        chosen={chosen}
        error={reader.error(name('networks'))}
      />
      <p>
        <Button isBusy={isBusy} aria-label={t('options.remove', { number })} onClick={remove}>
          {t('options.removeShort')}
        </Button>
      </p>
    </fieldset>
  )
}

/** How a metered route is charged by one of its prices. */
export const chargingsIn = (t: Translate<'routeForms'>) => [
  { value: 'upto', label: t('meter.upTo') },
  { value: 'exact', label: t('meter.exact') },
]
