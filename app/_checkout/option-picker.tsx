'use client'

import { useTranslations } from 'next-intl'
import { useId, useRef } from 'react'
import { networkName } from '@/lib/base/x402/networks'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { optionPriceInWords, useLocalDigits } from '@/lib/site/ui/amount'
import { Lines } from '@/lib/site/ui/receipt'

type OptionPickerProps = {
  options: PaymentOption[]
  chosen: number
  isLocked: boolean
  onChoose: (index: number) => void
}

/** The network as one row; where there is a choice, "change" opens it in place, also before scripts arrive. */
export function OptionPicker({ options, chosen, isLocked, onChoose }: OptionPickerProps) {
  const t = useTranslations('checkout')
  const tPrice = useTranslations('price')
  const inDigits = useLocalDigits()
  const name = useId()
  const takeUp = useTakeUp(chosen, onChoose)
  const network = networkName(options[chosen]?.network ?? '')
  if (options.length < 2) return <Lines lines={[{ label: t('receipt.on'), value: network }]} />
  const hasChannels = options.some(({ channel }) => channel)
  const isOnePrice = new Set(options.map(({ network: each }) => each)).size === options.length && samePrice(options)
  return (
    <details>
      <summary className="-my-2.5 flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
        <span className="text-quiet">{t('receipt.on')}</span>
        <span className="text-end">
          {network} <span className="text-accent underline underline-offset-4">{t('receipt.change')}</span>
        </span>
      </summary>
      <fieldset ref={takeUp} disabled={isLocked} className="mt-2 grid gap-2">
        <legend className="sr-only">{t('payWith')}</legend>
        {options.map((option, index) => (
          <label
            key={`${option.scheme} ${option.network} ${option.asset}`}
            className="flex min-h-11 cursor-pointer items-center gap-3 border border-edge px-4 py-2 has-checked:border-accent has-checked:bg-shade"
          >
            <input
              type="radio"
              name={name}
              checked={index === chosen}
              onChange={() => onChoose(index)}
              className="size-4 accent-accent"
            />
            <span className="grid tabular-nums">
              {isOnePrice ? networkName(option.network) : inDigits(optionPriceInWords(tPrice, option))}
              {hasChannels && <CallsOf option={option} />}
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

const samePrice = ([first, ...rest]: PaymentOption[]): boolean =>
  rest.every(
    ({ scheme, amountAtomic, coin }) =>
      scheme === first?.scheme && amountAtomic === first.amountAtomic && coin?.symbol === first.coin?.symbol,
  )

/** Whether an option pays one call or many; its texts are loaded where an option has a channel. */
function CallsOf({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  return <span className="text-small text-quiet">{t(option.channel ? 'many' : 'one')}</span>
}

/**
 * For a fieldset of radio buttons: adopts the reader's choice from before this page's scripts were loaded, so that the
 * shown option is the one that is paid or signed.
 */
function useTakeUp(chosen: number, onChoose: (index: number) => void) {
  const isTaken = useRef(false)
  return (fieldset: HTMLFieldSetElement | null) => {
    if (!fieldset || isTaken.current) return
    isTaken.current = true
    const shown = [...fieldset.querySelectorAll('input')].findIndex(({ checked }) => checked)
    if (shown >= 0 && shown !== chosen) onChoose(shown)
  }
}
