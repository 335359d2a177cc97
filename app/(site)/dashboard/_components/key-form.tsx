'use client'

import { Button } from '@/lib/ui/button'
import { CheckboxGroup } from '@/lib/ui/checkbox-field'
import { CodeBlock } from '@/lib/ui/code-block'
import { TextField } from '@/lib/ui/text-field'
import { errorOf } from '../_actions/form-state'
import { addKey } from '../_actions/key-actions'
import { ConfirmWithWallet } from './confirm-with-wallet'
import { FormOutcome } from './form-outcome'
import { useSentForm } from './use-sent-form'

const scopes = [
  { value: 'routes:read', label: 'See routes' },
  { value: 'routes:write', label: 'Make and change routes' },
  { value: 'payments:read', label: 'See payments and earnings' },
  { value: 'refunds:write', label: 'Record refunds that your wallet has sent' },
  { value: 'claims:write', label: 'Have channels claimed now' },
  { value: 'webhooks:read', label: 'See webhooks and deliveries' },
  { value: 'webhooks:write', label: 'Make and remove webhooks' },
  { value: 'shop:read', label: 'See the shop and its payout addresses' },
  { value: 'payees:write', label: 'Change where the money goes' },
  { value: 'keys:read', label: 'See keys' },
  { value: 'keys:write', label: 'Make and end keys' },
  { value: 'audit:read', label: 'See who changed what' },
]

/** For operators. */
const siteScopes = [
  { value: 'site:read', label: 'See all shops, as an operator' },
  { value: 'site:write', label: 'Suspend shops and routes, and set limits, as an operator' },
]

/** No box is ticked at first: a key allows only what its owner chose. */
export function KeyForm({ isOperator }: { isOperator: boolean }) {
  const offered = isOperator ? [...scopes, ...siteScopes] : scopes
  const { state, isSending, posted, formProps } = useSentForm(addKey)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Make a key</h2>
      <TextField
        id="key-name"
        name="name"
        label="Name"
        hint="What the key is for, such as the program that uses it."
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={posted.name?.[0]}
        error={state.fields.name}
      />
      <CheckboxGroup
        id="scopes"
        name="scopes"
        label="It may"
        options={offered.map(({ value, label }) => ({ value, label: <ScopeLabel {...{ value, label }} /> }))}
        chosen={posted.scopes ?? []}
        error={errorOf(state.fields, 'scopes')}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Make the key
        </Button>
      </p>
      <ConfirmWithWallet confirmation={state.confirmation} />
      <FormOutcome state={state}>{state.secret && <CodeBlock code={state.secret} name="API key" />}</FormOutcome>
    </form>
  )
}

const ScopeLabel = ({ value, label }: { value: string; label: string }) => (
  <>
    {label} <span className="figures text-quiet">{value}</span>
  </>
)
