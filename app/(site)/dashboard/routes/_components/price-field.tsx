'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { formatAtomic, parseDollars } from '@/lib/base/x402/money'
import { readPrice } from '@/lib/base/x402/read-price'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { RouteField, useRouteForm } from './route-field'
import type { Prices } from './use-prices'

const USDC_DECIMALS = 6

/** Takes the first price in any usual form, and shows how it was understood. */
export function PriceField({ prices: { first, firstTexts } }: { prices: Prices }) {
  const t = useTranslations('routeForms.price')
  const { kind, texts } = useRouteForm()
  const stored = texts[`${firstTexts}.dollars`]
  const [written, setWritten] = useState(stored?.[0] ?? '')
  const isMost = kind === 'metered_api' && texts['options.0.scheme']?.[0] !== 'exact'
  const coins = inCoins(written)
  const inDigits = useLocalDigits()
  const amount = coins && inDigits(coins)
  return (
    <RouteField
      name={`${first}.dollars`}
      texts={stored}
      {...(isMost && { label: t('meteredLabel') })}
      hint={
        amount === null ? (
          t(isMost ? 'meteredHint' : 'hint')
        ) : (
          <output>{t(isMost ? 'meteredUnderstood' : 'understood', { amount })}</output>
        )
      }
      onInput={(event) => setWritten(event.currentTarget.value)}
    />
  )
}

/** `0.02 USDC`, rounded as it is charged; null while it cannot be read or is nothing, which the field shows once the writer pauses. */
function inCoins(written: string): string | null {
  const { price } = readPrice(written)
  const amountAtomic = price ? parseDollars(price, USDC_DECIMALS) : 0n
  return amountAtomic === 0n ? null : `${formatAtomic(amountAtomic, USDC_DECIMALS)} USDC`
}
