'use client'

import { useTranslations } from 'next-intl'
import { FormEnd } from '@/app/(site)/dashboard/_components/form-end'
import { useSentForm } from '@/app/(site)/dashboard/_components/use-sent-form'
import { errorOf } from '@/app/(site)/dashboard/_server/form-state'
import { addEndpoint } from '@/app/(site)/dashboard/_server/forms'
import { CheckboxGroup, formBesideBoxes, TextField } from '@/lib/site/ui/fields'

const events = [
  { value: 'payment.settled', label: 'settled' },
  { value: 'payment.received', label: 'received' },
  { value: 'payment.refused', label: 'refused' },
  { value: 'payment.refunded', label: 'refunded' },
  { value: 'payment.resolved', label: 'resolved' },
  { value: 'listing.changed', label: 'listing' },
  { value: 'upstream.failing', label: 'failing' },
] as const

export function EndpointForm() {
  const t = useTranslations('sellerForms.webhook')
  const { state, isSending, posted, control, formProps } = useSentForm(addEndpoint)
  return (
    <form {...formProps} className={formBesideBoxes}>
      <div className="grid content-start gap-6">
        <h2 className="text-title font-strong">{t('title')}</h2>
        <TextField {...control('url')} label={t('url')} isFigures required inputMode="url" maxLength={2048} />
        <FormEnd sent={{ state, isSending }} label={t('send')} secretName={t('secret')} />
      </div>
      <CheckboxGroup
        id="events"
        name="events"
        label={t('events')}
        options={events.map(({ value, label }) => ({ value, label: t(label) }))}
        chosen={posted.url ? (posted.events ?? []) : events.map(({ value }) => value)}
        error={errorOf(state.fields, 'events')}
      />
    </form>
  )
}
