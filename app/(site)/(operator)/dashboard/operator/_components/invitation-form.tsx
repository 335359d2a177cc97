'use client'

import { Button } from '@/lib/ui/button'
import { CodeBlock } from '@/lib/ui/code-block'
import { SelectField } from '@/lib/ui/select-field'
import { TextField } from '@/lib/ui/text-field'
import { FormOutcome } from '../../../../dashboard/_components/form-outcome'
import { useSentForm } from '../../../../dashboard/_components/use-sent-form'
import { invite } from '../_actions/operator-forms'

const periods = [
  { value: '3', label: '3 days' },
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
]

/** Makes an invitation to open a shop. */
export function InvitationForm() {
  const { state, isSending, posted, formProps } = useSentForm(invite)
  return (
    <form {...formProps} className="grid max-w-measure gap-6">
      <h2 className="text-title font-strong">Invite somebody</h2>
      <TextField
        id="note"
        name="note"
        label="Whom it is for"
        hint="Only operators read it."
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={posted.note?.[0]}
        error={state.fields.note}
      />
      <TextField
        id="wallet"
        name="wallet"
        label="Their wallet, if you know it"
        hint="Then no other can use the invitation. Empty: whoever has the link."
        isFigures
        maxLength={150}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={posted.wallet?.[0]}
        error={state.fields.wallet}
      />
      <SelectField
        id="days"
        name="days"
        label="Good for"
        options={periods}
        defaultValue={posted.days?.[0] ?? '14'}
        error={state.fields.days}
      />
      <p>
        <Button type="submit" variant="primary" isBusy={isSending}>
          Make an invitation
        </Button>
      </p>
      <FormOutcome state={state}>{state.secret && <CodeBlock code={state.secret} name="invitation" />}</FormOutcome>
    </form>
  )
}
