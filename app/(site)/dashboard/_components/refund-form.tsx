'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm } from '../_actions/form-state'
import { promiseRefund } from '../_actions/refund-actions'

type RefundFormProps = {
  paymentId: string
  /** What may still be given back, in whole units. */
  left: string
  symbol: string
}

/** The first step: how much. Nothing moves before the second. */
export function RefundForm({ paymentId, left, symbol }: RefundFormProps) {
  const [state, send, isSending] = useActionState(promiseRefund, emptyForm)
  return (
    <form action={send} key={left} className="grid gap-4">
      <input type="hidden" name="paymentId" value={paymentId} />
      <TextField
        id="refund-amount"
        name="amount"
        label={`Amount, in ${symbol}`}
        hint={`Up to ${left}. You send it from your own wallet in the next step.`}
        isFigures
        required
        inputMode="decimal"
        defaultValue={state.values.amount?.[0] ?? left}
        error={state.fields.amount ?? (state.message || undefined)}
      />
      <p>
        <Button type="submit" isBusy={isSending}>
          Prepare the refund
        </Button>
      </p>
    </form>
  )
}
