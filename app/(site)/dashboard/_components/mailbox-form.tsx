'use client'

import { Button } from '@/lib/ui/button'
import { CheckboxGroup } from '@/lib/ui/checkbox-field'
import { TextField } from '@/lib/ui/text-field'
import { errorOf } from '../_actions/form-state'
import { saveMailbox } from '../_actions/mailbox-actions'
import { FormOutcome } from './form-outcome'
import { useSentForm } from './use-sent-form'

const events = [
  { value: 'payment.settled', label: 'Each sale' },
  { value: 'payment.summary', label: 'The sales of each day, in one e-mail the next morning' },
  { value: 'payment.received', label: 'Money was received for what was not delivered: a refund is wanted' },
  { value: 'upstream.failing', label: 'Your own server keeps failing buyers' },
]

const standard = ['payment.settled', 'payment.received', 'upstream.failing']

/** @param address the one of now; null before the first */
export function MailboxForm({ address, events: chosen }: { address: string | null; events: readonly string[] }) {
  const { state, isSending, posted, formProps } = useSentForm(saveMailbox)
  return (
    <form {...formProps} className="grid max-w-measure gap-6 border-t border-rule pt-6">
      <h2 className="text-title font-strong">{address ? 'Change it' : 'Tell me by e-mail'}</h2>
      <TextField
        id="address"
        name="address"
        type="email"
        label="E-mail address"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={posted.address?.[0] ?? address ?? ''}
        error={state.fields.address}
      />
      <CheckboxGroup
        id="events"
        name="events"
        label="Tell me about"
        options={events}
        chosen={posted.address ? (posted.events ?? []) : address ? chosen : standard}
        error={errorOf(state.fields, 'events')}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Save
        </Button>
      </p>
      <FormOutcome state={state} />
    </form>
  )
}
