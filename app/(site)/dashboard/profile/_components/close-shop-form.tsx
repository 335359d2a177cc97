'use client'

import { useTranslations } from 'next-intl'
import { ConfirmInPlace } from '@/app/(site)/dashboard/_components/confirm-in-place'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { closeShop } from '@/app/(site)/dashboard/_server/shop-actions'
import { TextField } from '@/lib/site/ui/fields'

export function CloseShopForm({ handle }: { handle: string }) {
  const t = useTranslations('sellerForms.closeShop')
  const { state, isSending, control, formProps } = useSentForm(closeShop)
  return (
    <ConfirmInPlace label={t('label')} question={t('question')}>
      <form {...formProps} className="grid justify-items-start gap-4">
        <TextField {...control('handle', '')} label={t('handle', { handle })} required autoComplete="off" isFigures />
        <FormEnd sent={{ state, isSending }} label={t('now')} variant="danger" />
      </form>
    </ConfirmInPlace>
  )
}
