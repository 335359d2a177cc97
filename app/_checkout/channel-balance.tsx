'use client'

import { type KeptChannel, sumsOf } from '@/lib/browser/channels/kept-channel'
import { CopyId } from '@/lib/ui/copy-id'
import { Receipt } from '@/lib/ui/receipt'
import { amountInWords, type PaymentOption } from '@/lib/x402/payment-option'
import { callsFor } from './deposit-choice'

/** What was put aside for a seller, and what is left of it. */
export function ChannelBalance({ channel, option }: { channel: KeptChannel; option: PaymentOption }) {
  const { balanceAtomic, chargedAtomic, leftAtomic } = sumsOf(channel)
  const figures = (amountAtomic: bigint) => <span className="figures">{amountInWords(amountAtomic, option)}</span>
  return (
    <Receipt
      lines={[
        { label: 'You put aside', value: figures(balanceAtomic) },
        { label: 'For this seller', value: <CopyId value={option.payTo} name="seller's address" /> },
        { label: 'Calls so far', value: figures(chargedAtomic) },
      ]}
      totals={[
        {
          label: 'Left',
          value: (
            <>
              {figures(leftAtomic)}
              <span className="block text-small font-regular text-quiet">{callsLeft(leftAtomic, option)}</span>
            </>
          ),
        },
      ]}
    />
  )
}

/** "for 97 more calls". */
export function callsLeft(leftAtomic: bigint, option: PaymentOption): string {
  const calls = callsFor(leftAtomic, option)
  if (calls === 0n) return 'too little for a call'
  return `for ${calls.toLocaleString('en')} more ${calls === 1n ? 'call' : 'calls'}`
}
