'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { Checkout, type CheckoutProps } from '@/app/_checkout/checkout'
import { findKeptBody, paymentStore, watchPayments } from '@/lib/site/browser/payment-store'
import { TextAreaField } from '@/lib/site/ui/text-area-field'
import { useEarlyValue } from '@/lib/site/ui/use-early-input'

type SummaryFormProps = Pick<CheckoutProps, 'options' | 'hasFaucet'> & { maximumCharacters: number }

const summaryRoute = { url: '/api/summarize', method: 'POST' }

/** The text, its cost beside the signed maximum, and the checkout. */
export function SummaryForm({ maximumCharacters, ...checkout }: SummaryFormProps) {
  const t = useTranslations('summarize')
  const [typed, setText] = useState<string | null>(null)
  const area = useEarlyValue<HTMLTextAreaElement>(setText)
  const kept = useSyncExternalStore(watchPayments, keptText, () => null)
  // A payment for it is open, perhaps from before the page was closed.
  if (typed === null && kept !== null) setText(kept)
  const text = typed ?? ''
  const characters = [...text].length
  const isTooLong = characters > maximumCharacters
  const purchase = useMemo(() => ({ ...summaryRoute, body: JSON.stringify({ text }) }), [text])
  const cents = Math.ceil(characters / 1000)
  return (
    <div className="grid gap-6">
      <TextAreaField
        id="text"
        ref={area}
        label={t('text')}
        rows={10}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={t('length', { count: characters, most: maximumCharacters })}
        {...(isTooLong && {
          error: t('shorten', { count: characters - maximumCharacters }),
        })}
      />
      {characters > 0 && !isTooLong ? (
        <Checkout
          purchase={purchase}
          canSignIn={false}
          lines={[{ label: t('costs'), value: <span className="figures">{(cents / 100).toFixed(2)} USDC</span> }]}
          {...checkout}
        />
      ) : (
        <p className="text-quiet">{t(isTooLong ? 'tooLong' : 'enter')}</p>
      )}
    </div>
  )
}

function keptText(): string | null {
  const body = findKeptBody(paymentStore(), summaryRoute)
  return body === null ? null : String(Reflect.get(JSON.parse(body), 'text'))
}
