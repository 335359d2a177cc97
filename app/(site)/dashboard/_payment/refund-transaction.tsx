'use client'

import { useTranslations } from 'next-intl'
import { changeRefund } from '@/app/(site)/dashboard/_actions/refund-actions'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { Button } from '@/lib/site/ui/button'
import { TextField } from '@/lib/site/ui/text-field'

export function RefundTransaction({ refundId }: { refundId: string }) {
  const t = useTranslations('sellerForms.refund')
  const { state, isSending, posted, formProps } = useSentForm(changeRefund)
  const id = `refund-transaction-${refundId}`
  return (
    <details open={state.message !== ''}>
      <summary className="min-h-11 cursor-pointer py-2">{t('other')}</summary>
      <form {...formProps} className="grid gap-3">
        <input type="hidden" name="refundId" value={refundId} />
        <TextField
          id={id}
          name="transaction"
          label={t('transaction')}
          hint={t('transactionHint')}
          isFigures
          maxLength={100}
          defaultValue={posted.transaction?.[0]}
          error={state.message || undefined}
        />
        <p className="flex flex-wrap gap-4">
          <Button type="submit" name="does" value="record" isBusy={isSending}>
            {t('record')}
          </Button>
          <Button type="submit" name="does" value="cancel" variant="danger" isBusy={isSending}>
            {t('forget')}
          </Button>
        </p>
      </form>
    </details>
  )
}
