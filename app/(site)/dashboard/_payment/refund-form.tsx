'use client'

import { useTranslations } from 'next-intl'
import { promiseRefund } from '@/app/(site)/dashboard/_actions/refund-actions'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'
import { buttonClass } from '@/lib/site/ui/button-class'
import { CheckboxField } from '@/lib/site/ui/checkbox-field'
import { TextField } from '@/lib/site/ui/text-field'
import { useRefundDesk } from './refund-desk'

type RefundFormProps = {
  paymentId: string
  /** The amount that can still be refunded, in whole units. */
  left: string
  symbol: string
  isSentHere: boolean
}

/** Opens in place: how much. The second press asks the wallet to send it, where one of this browser can. */
export function RefundForm({ paymentId, left, symbol, isSentHere }: RefundFormProps) {
  const t = useTranslations('sellerForms.refund')
  const { setPressedFor } = useRefundDesk()
  const { state, isSending, posted, formProps } = useSentForm(promiseRefund, ({ refundId }) =>
    setPressedFor(refundId ?? null),
  )
  const isOpen = state.message !== '' || posted.amount !== undefined
  return (
    <details open={isOpen} className="open:[&>summary]:mb-4">
      <summary className={buttonClass('plain', 'list-none [&::-webkit-details-marker]:hidden')}>{t('open')}</summary>
      <form {...formProps} className="grid gap-4 border-s-4 border-edge ps-4">
        <input type="hidden" name="paymentId" value={paymentId} />
        <TextField
          id="refund-amount"
          name="amount"
          label={t('amount', { symbol })}
          hint={t(isSentHere ? 'amountHint' : 'amountHintElsewhere', { left })}
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
          <Button type="submit" variant="primary" isBusy={isSending}>
            {t(isSentHere ? 'sendBack' : 'prepare')}
          </Button>
        </p>
      </form>
    </details>
  )
}
