'use client'

import { useId, useRef } from 'react'
import { type PaymentOption, priceInWords } from '@/lib/x402/payment-option'

type OptionPickerProps = {
  options: PaymentOption[]
  chosen: number
  isLocked: boolean
  onChoose: (index: number) => void
}

/** All ways to pay that a wallet in a browser has; shown only where there is a choice. */
export function OptionPicker({ options, chosen, isLocked, onChoose }: OptionPickerProps) {
  const name = useId()
  const takeUp = useTakeUp(chosen, onChoose)
  if (options.length < 2) return null
  const hasChannels = options.some(({ channel }) => channel)
  return (
    <fieldset ref={takeUp} disabled={isLocked} className="grid gap-2">
      <legend className="mb-2 font-strong">Pay with</legend>
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
            {priceInWords(option)}
            {hasChannels && (
              <span className="text-small text-quiet">
                {option.channel ? 'Many small calls, out of an amount you put aside once' : 'This one call'}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/**
 * Takes up what the reader chose before this page's scripts were there: what is shown as chosen is what is paid.
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
