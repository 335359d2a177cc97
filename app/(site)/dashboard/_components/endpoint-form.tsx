'use client'

import { Button } from '@/lib/ui/button'
import { CheckboxGroup } from '@/lib/ui/checkbox-field'
import { CodeBlock } from '@/lib/ui/code-block'
import { TextField } from '@/lib/ui/text-field'
import { errorOf } from '../_actions/form-state'
import { addEndpoint } from '../_actions/webhook-actions'
import { FormOutcome } from './form-outcome'
import { useSentForm } from './use-sent-form'

const events = [
  { value: 'payment.settled', label: 'A payment settled' },
  { value: 'payment.received', label: 'Money was received for what was not delivered' },
  { value: 'payment.refused', label: 'A settlement was refused' },
  { value: 'payment.resolved', label: 'A payment whose outcome was unknown was found out' },
  { value: 'listing.changed', label: 'The bazaar took a route in or out, or refused it' },
  { value: 'upstream.failing', label: 'Your own server keeps failing buyers' },
]

export function EndpointForm() {
  const { state, isSending, posted, formProps } = useSentForm(addEndpoint)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Add a webhook</h2>
      <TextField
        id="url"
        name="url"
        label="Address of your server"
        isFigures
        required
        inputMode="url"
        maxLength={2048}
        defaultValue={posted.url?.[0]}
        error={state.fields.url}
      />
      <CheckboxGroup
        id="events"
        name="events"
        label="Tell it when"
        options={events}
        chosen={posted.url ? (posted.events ?? []) : events.map(({ value }) => value)}
        error={errorOf(state.fields, 'events')}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Add the webhook
        </Button>
      </p>
      <FormOutcome state={state}>
        {state.secret && <CodeBlock code={state.secret} name="key of the webhook" />}
      </FormOutcome>
    </form>
  )
}
