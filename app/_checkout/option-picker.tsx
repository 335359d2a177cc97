'use client'

import { useTranslations } from 'next-intl'
import { useId } from 'react'
import type { PaymentOption } from '@/lib/base/x402/payment-option'
import { optionPriceInWords } from '@/lib/site/ui/option-price'
import { useTakeUp } from './use-take-up'

type OptionPickerProps = {
  options: PaymentOption[]
  chosen: number
  isLocked: boolean
  onChoose: (index: number) => void
}

/** All ways to pay with a browser wallet; shown only where there is a choice. */
export function OptionPicker({ options, chosen, isLocked, onChoose }: OptionPickerProps) {
  const t = useTranslations('checkout')
  const tPrice = useTranslations('price')
  const name = useId()
  const takeUp = useTakeUp(chosen, onChoose)
  if (options.length < 2) return null
  const hasChannels = options.some(({ channel }) => channel)
  return (
    <fieldset ref={takeUp} disabled={isLocked} className="grid gap-2">
      <legend className="mb-2 font-strong">{t('payWith')}</legend>
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
            {optionPriceInWords(tPrice, option)}
            {hasChannels && <CallsOf option={option} />}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Whether an option pays one call or many; its texts are loaded where an option has a channel. */
function CallsOf({ option }: { option: PaymentOption }) {
  const t = useTranslations('channel')
  return <span className="text-small text-quiet">{t(option.channel ? 'many' : 'one')}</span>
}
