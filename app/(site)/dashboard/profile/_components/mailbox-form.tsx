'use client'

import { useTranslations } from 'next-intl'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { saveMailbox } from '@/app/(site)/dashboard/_server/forms'
import { CheckboxField, TextField } from '@/lib/site/ui/fields'

export function MailboxForm({ address, tellsEachSale }: { address: string | null; tellsEachSale: boolean }) {
  const t = useTranslations('sellerForms.mailbox')
  const { state, isSending, posted, control, formProps } = useSentForm(saveMailbox)
  return (
    <form {...formProps} className="grid gap-4">
      <TextField
        {...control('address', address ?? '')}
        type="email"
        label={t('address')}
        autoComplete="email"
        required
        maxLength={254}
      />
      <CheckboxField
        id="tellsEachSale"
        name="tellsEachSale"
        role="switch"
        label={t('eachSale')}
        defaultChecked={posted.address ? posted.tellsEachSale !== undefined : tellsEachSale}
      />
      <p className="text-quiet">{t('language')}</p>
      <FormEnd sent={{ state, isSending }} label={t('save')} />
    </form>
  )
}
