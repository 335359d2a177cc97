'use client'

import { useTranslations } from 'next-intl'
import { errorOf } from '@/app/(site)/dashboard/_actions/form-state'
import { saveMailbox } from '@/app/(site)/dashboard/_actions/mailbox-actions'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { CheckboxGroup } from '@/lib/site/ui/checkbox-field'
import { TextField } from '@/lib/site/ui/text-field'

const events = [
  { value: 'payment.settled', label: 'settled' },
  { value: 'payment.summary', label: 'summary' },
  { value: 'payment.received', label: 'received' },
  { value: 'upstream.failing', label: 'failing' },
  { value: 'payee.proposed', label: 'payeeProposed' },
] as const

const standard = ['payment.settled', 'payment.received', 'upstream.failing', 'payee.proposed']

/** @param address the present one; null before the first */
export function MailboxForm({ address, events: chosen }: { address: string | null; events: readonly string[] }) {
  const t = useTranslations('sellerForms.mailbox')
  const { state, isSending, posted, control, formProps } = useSentForm(saveMailbox)
  return (
    <form {...formProps} className="grid max-w-measure gap-6 border-t border-rule pt-6">
      <h2 className="text-title font-strong">{t(address ? 'change' : 'title')}</h2>
      <TextField
        {...control('address', address ?? '')}
        type="email"
        label={t('address')}
        autoComplete="email"
        required
        maxLength={254}
      />
      <CheckboxGroup
        id="events"
        name="events"
        label={t('events')}
        options={events.map(({ value, label }) => ({ value, label: t(label) }))}
        chosen={posted.address ? (posted.events ?? []) : address ? chosen : standard}
        error={errorOf(state.fields, 'events')}
      />
      <p className="text-quiet">{t('language')}</p>
      <FormEnd sent={{ state, isSending }} label={t('save')} />
    </form>
  )
}
