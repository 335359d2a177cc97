'use client'

import type { ReactNode } from 'react'
import { Button } from '@/lib/site/ui/button'
import type { ButtonVariant } from '@/lib/site/ui/button-class'
import { CodeBlock } from '@/lib/site/ui/code-block'
import type { Action } from '../_actions/form-state'
import { FormOutcome } from './form-outcome'
import { useSentForm } from './use-sent-form'

type ActFormProps = {
  action: Action
  fields?: Readonly<Record<string, string>>
  label: ReactNode
  variant?: ButtonVariant
  secretName?: string
  children?: ReactNode
}

export function ActForm({ action, fields = {}, label, variant, secretName = '', children }: ActFormProps) {
  const { state, isSending, formProps } = useSentForm(action)
  return (
    <form {...formProps} className="grid justify-items-start gap-3">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Button type="submit" variant={variant} isBusy={isSending}>
        {label}
      </Button>
      <FormOutcome state={state}>{state.secret && <CodeBlock code={state.secret} name={secretName} />}</FormOutcome>
    </form>
  )
}
