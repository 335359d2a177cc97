'use client'

import { useActionState } from 'react'
import { Button } from '@/lib/ui/button'
import { CodeBlock } from '@/lib/ui/code-block'
import { Notice } from '@/lib/ui/notice'
import { TextField } from '@/lib/ui/text-field'
import { emptyForm, errorOf } from '../_actions/form-state'
import { addKey } from '../_actions/key-actions'

const scopes = [
  { value: 'routes:read', label: 'See routes' },
  { value: 'routes:write', label: 'Make and change routes' },
  { value: 'payments:read', label: 'See payments and earnings' },
  { value: 'refunds:write', label: 'Record refunds that your wallet has sent' },
  { value: 'webhooks:read', label: 'See webhooks and deliveries' },
  { value: 'webhooks:write', label: 'Make and remove webhooks' },
  { value: 'shop:read', label: 'See the shop and its payout addresses' },
  { value: 'payees:write', label: 'Change where the money goes' },
  { value: 'keys:read', label: 'See keys' },
  { value: 'keys:write', label: 'Make and end keys' },
]

/** Nothing is ticked beforehand: a key allows what its owner chose. */
export function KeyForm() {
  const [state, send, isSending] = useActionState(addKey, { ...emptyForm, secret: null })
  const error = errorOf(state.fields, 'scopes')
  return (
    <form action={send} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Make a key</h2>
      {state.message && <Notice tone="refused" title={state.message} announce="assertive" />}
      {state.secret && (
        <Notice tone="settled" title="Made. Keep the key now; it is not shown again." announce="polite">
          <CodeBlock code={state.secret} name="API key" />
        </Notice>
      )}
      <TextField
        id="key-name"
        name="name"
        label="Name"
        hint="What the key is for, such as the program that uses it."
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={state.values.name?.[0]}
        error={state.fields.name}
      />
      <fieldset className="grid gap-1" aria-describedby={error ? 'scopes-error' : undefined}>
        <legend className="font-strong">It may</legend>
        {scopes.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="scopes"
              value={value}
              defaultChecked={state.values.scopes?.includes(value)}
              className="size-5"
            />
            <span>
              {label} <span className="figures text-quiet">{value}</span>
            </span>
          </label>
        ))}
        {error && (
          <p id="scopes-error" className="text-small text-refused">
            {error}
          </p>
        )}
      </fieldset>
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Make the key
        </Button>
      </p>
    </form>
  )
}
