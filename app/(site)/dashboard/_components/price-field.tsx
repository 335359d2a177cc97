'use client'

import { useState } from 'react'
import { TextField } from '@/lib/ui/text-field'
import { readPrice } from '@/lib/x402/read-price'

type PriceFieldProps = {
  isMetered: boolean
  typed: string | undefined
  error: string | undefined
  label?: string
}

/** Takes a price as people write it, and says back how it was understood. */
export function PriceField({ isMetered, typed, error, label = labelOf(isMetered) }: PriceFieldProps) {
  const [written, setWritten] = useState(typed ?? '')
  const understood = inCoins(written)
  const plain = isMetered
    ? 'Buyers sign for this; they are charged what the meter says.'
    : 'In dollars, or in cents: 0.10, 10 cents.'
  const said = isMetered ? `Buyers sign for ${understood} at most.` : `Buyers pay ${understood}.`
  return (
    <TextField
      id="price"
      name="price.dollars"
      label={label}
      hint={understood === null ? plain : <output htmlFor="price">{said}</output>}
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

const labelOf = (isMetered: boolean) =>
  isMetered ? 'The most that one call can cost, in dollars' : 'Price, in dollars'

/** `0.02 USDC`; null while it cannot be read. */
function inCoins(written: string): string | null {
  try {
    return `${readPrice(written).slice(1)} USDC`
  } catch {
    // Said at the field once the writer pauses.
    return null
  }
}
