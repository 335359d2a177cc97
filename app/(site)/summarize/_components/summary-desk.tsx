'use client'

import { useMemo, useState } from 'react'
import { Receipt } from '@/lib/ui/receipt'
import { TextAreaField } from '@/lib/ui/text-area-field'
import { Checkout, type CheckoutProps } from '../../../_checkout/checkout'

type SummaryDeskProps = Pick<CheckoutProps, 'options' | 'knownWallets' | 'hasFaucet'> & { maximumCharacters: number }

/** The text, what it will cost beside what is signed for, and the checkout. */
export function SummaryDesk({ maximumCharacters, ...checkout }: SummaryDeskProps) {
  const [text, setText] = useState('')
  const characters = [...text].length
  const isTooLong = characters > maximumCharacters
  const purchase = useMemo(
    () => ({ url: '/api/summarize', method: 'POST' as const, body: JSON.stringify({ text }) }),
    [text],
  )
  const cents = Math.ceil(characters / 1000)
  return (
    <div className="grid gap-6">
      <TextAreaField
        id="text"
        label="Your text"
        rows={10}
        value={text}
        onChange={(event) => setText(event.target.value)}
        hint={`${characters.toLocaleString('en-GB')} of at most ${maximumCharacters.toLocaleString('en-GB')} characters`}
        {...(isTooLong && {
          error: `Shorten it by ${(characters - maximumCharacters).toLocaleString('en-GB')} characters.`,
        })}
      />
      <Receipt
        lines={[
          { label: 'This text costs', value: <span className="figures">{(cents / 100).toFixed(2)} USDC</span> },
          { label: 'Network fee', value: 'None' },
        ]}
        totals={[{ label: 'You sign for at most', value: <span className="figures">0.10 USDC</span> }]}
      />
      {characters > 0 && !isTooLong ? (
        <Checkout purchase={purchase} canSignIn={false} {...checkout} />
      ) : (
        <p className="text-quiet">{isTooLong ? 'The text is too long to be summarised.' : 'Enter a text to go on.'}</p>
      )}
    </div>
  )
}
