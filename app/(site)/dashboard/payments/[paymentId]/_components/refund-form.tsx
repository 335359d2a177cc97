'use client'

import { useTranslations } from 'next-intl'
import { promiseRefund } from '@/app/(site)/dashboard/_actions/refund-actions'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { TextField } from '@/lib/site/ui/text-field'

type RefundFormProps = {
  paymentId: string
  /** The amount that can still be refunded, in whole units. */
  left: string
  symbol: string
}

/** The first step: how much. No money moves before the second. */
export function RefundForm({ paymentId, left, symbol }: RefundFormProps) {
  const t = useTranslations('sellerForms.refund')
  const { state, isSending, posted, formProps } = useSentForm(promiseRefund)
  return (
    <form {...formProps} className="grid gap-4">
      <input type="hidden" name="paymentId" value={paymentId} />
      <TextField
        id="refund-amount"
        name="amount"
        label={t('amount', { symbol })}
        hint={t('amountHint', { left })}
        isFigures
        required
        inputMode="decimal"
        defaultValue={posted.amount?.[0] ?? left}
        error={state.fields.amount ?? (state.message || undefined)}
      />
      <CheckboxField
        id="refund-keeps-access"
        name="keepsAccess"
        value="yes"
        label={t('keepsAccess')}
        defaultChecked={posted.keepsAccess?.[0] === 'yes'}
      />
      <p>
        <Button type="submit" isBusy={isSending}>
          {t('prepare')}
        </Button>
      </p>
    </form>
  )
}
