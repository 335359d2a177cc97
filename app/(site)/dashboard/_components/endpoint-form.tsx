'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { CodeBlock } from '@/lib/ui/code-block'
import { Notice } from '@/lib/ui/notice'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm, errorOf } from '../_actions/form-state'
import { addEndpoint } from '../_actions/webhook-actions'

const events = [
  { value: 'payment.settled', label: 'A payment settled' },
  { value: 'payment.refused', label: 'A settlement was refused' },
  { value: 'payment.resolved', label: 'A payment whose outcome was unknown was found out' },
  { value: 'listing.changed', label: 'The bazaar took a route in or out, or refused it' },
  { value: 'upstream.failing', label: 'Your own server keeps failing buyers' },
]

export function EndpointForm() {
  const [state, send, isSending] = useActionState(addEndpoint, { ...emptyForm, key: null })
  const error = errorOf(state.fields, 'events')
  return (
    <form action={send} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Add a webhook</h2>
      {state.message && <Notice tone="refused" title={state.message} announce="assertive" />}
      {state.key && (
        <Notice tone="settled" title="Added. Keep its key now; it is not shown again." announce="polite">
          <CodeBlock code={state.key} name="key of the webhook" />
        </Notice>
      )}
      <TextField
        id="url"
        name="url"
        label="Address of your server"
        isFigures
        required
        inputMode="url"
        maxLength={2048}
        defaultValue={state.values.url?.[0]}
        error={state.fields.url}
      />
      <fieldset className="grid gap-1">
        <legend className="font-strong">Tell it when</legend>
        {events.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="events"
              value={value}
              defaultChecked={(state.values.events ?? events.map((event) => event.value)).includes(value)}
              className="size-5"
            />
            {label}
          </label>
        ))}
        {error && <p className="text-small text-refused">{error}</p>}
      </fieldset>
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Add the webhook
        </Button>
      </p>
    </form>
  )
}
