'use client'

import { Button } from '@/lib/ui/button'
import { TextField } from '@/lib/ui/text-field'
import { promiseRefund } from '../_actions/refund-actions'
import { useSentForm } from './use-sent-form'

type RefundFormProps = {
  paymentId: string
  /** The amount that can still be refunded, in whole units. */
  left: string
  symbol: string
}

/** The first step: how much. Nothing moves before the second. */
export function RefundForm({ paymentId, left, symbol }: RefundFormProps) {
  const { state, isSending, posted, formProps } = useSentForm(promiseRefund)
  return (
    <form {...formProps} className="grid gap-4">
      <input type="hidden" name="paymentId" value={paymentId} />
      <TextField
        id="refund-amount"
        name="amount"
        label={`Amount, in ${symbol}`}
        hint={`Up to ${left}. You send it from your own wallet in the next step.`}
        isFigures
        required
        inputMode="decimal"
        defaultValue={posted.amount?.[0] ?? left}
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
