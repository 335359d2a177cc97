'use client'

import { useTranslations } from 'next-intl'
import { useId, useState, useSyncExternalStore } from 'react'
import { Checkout, type CheckoutProps } from '@/app/_checkout/checkout'
import { isPaymentKept, watchPayments } from '@/lib/site/browser/payment-store'
import type { Purchase } from '@/lib/site/browser/purchase'
import { useEarlyValue } from '@/lib/site/ui/use-early-input'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'

type MeteredCheckoutProps = Omit<CheckoutProps, 'purchase' | 'choices'> & {
  path: string
  amounts: string[]
}

export function MeteredCheckout({ path, amounts, ...rest }: MeteredCheckoutProps) {
  const t = useTranslations('checkout.metered')
  const inDigits = useLocalDigits()
  const id = useId()
  const [chosen, setChosen] = useState<number | null>(null)
  const field = useEarlyValue<HTMLSelectElement>((value) => setChosen(Number(value)))
  const [purchases] = useState(() => amounts.map((_, index) => purchaseOf(path, index + 1, amounts.length)))
  // A payment whose outcome is open is shown first.
  const open = useSyncExternalStore(
    watchPayments,
    () => purchases.findIndex((each) => isPaymentKept(each)),
    () => -1,
  )
  const count = chosen ?? (open < 0 ? amounts.length : open + 1)
  const purchase = purchases[count - 1]
  if (!purchase) return null
  return (
    <Checkout
      {...rest}
      purchase={purchase}
      choices={(isLocked) => [
        {
          label: <label htmlFor={id}>{t('sections')}</label>,
          value: (
            <select
              id={id}
              ref={field}
              value={count}
              disabled={isLocked}
              onChange={({ target }) => setChosen(Number(target.value))}
              className="min-h-11 border border-edge bg-sheet px-2 text-ink"
            >
              {amounts.map((amount, index) => (
                <option key={amount} value={index + 1}>
                  {index + 1 === amounts.length
                    ? t('all', { count: amounts.length })
                    : t('first', { count: index + 1 })}
                </option>
              ))}
            </select>
          ),
        },
        { label: t('charged'), value: <span className="figures">{inDigits(amounts[count - 1] ?? '')}</span> },
      ]}
    />
  )
}

const purchaseOf = (path: string, count: number, all: number): Purchase => ({
  url: count === all ? path : `${path}?sections=${count}`,
  method: 'GET',
})
