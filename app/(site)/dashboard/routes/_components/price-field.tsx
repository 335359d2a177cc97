'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { readPrice } from '@/lib/base/x402/read-price'
import { TextField } from '@/lib/site/ui/text-field'

type PriceFieldProps = {
  isMetered: boolean
  typed: string | undefined
  error: string | undefined
}

/** Takes a price in any usual form, and shows how it was understood. */
export function PriceField({ isMetered, typed, error }: PriceFieldProps) {
  const t = useTranslations('routeForms.price')
  const [written, setWritten] = useState(typed ?? '')
  const understood = inCoins(written)
  return (
    <TextField
      id="price"
      name="price.dollars"
      label={t(isMetered ? 'meteredLabel' : 'label')}
      hint={
        understood === null ? (
          t(isMetered ? 'meteredHint' : 'hint')
        ) : (
          <output htmlFor="price">{t(isMetered ? 'meteredUnderstood' : 'understood', { amount: understood })}</output>
        )
      }
      isFigures
      required
      autoComplete="off"
      placeholder="0.10"
      defaultValue={typed}
      onInput={(event) => setWritten(event.currentTarget.value)}
      error={error}
    />
  )
}

/** `0.02 USDC`; null while it cannot be read, which the field shows once the writer pauses. */
function inCoins(written: string): string | null {
  const { price } = readPrice(written)
  return price && `${price.slice(1)} USDC`
}
