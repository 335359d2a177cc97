import type { ReactNode } from 'react'
import { Button } from '@/lib/site/ui/button'
import type { ButtonVariant } from '@/lib/site/ui/button-class'
import { CodeBlock } from '@/lib/site/ui/code-block'
import type { FormState } from '../_actions/form-state'
import { FormOutcome } from './form-outcome'

type FormEndProps = {
  sent: { state: FormState; isSending: boolean }
  label: string
  variant?: ButtonVariant
  secretName?: string
  children?: ReactNode
}

export function FormEnd({
  sent: { state, isSending },
  label,
  variant = 'primary',
  secretName,
  children,
}: FormEndProps) {
  return (
    <>
      <p>
        <Button type="submit" variant={variant} isBusy={isSending}>
          {label}
        </Button>
      </p>
      {children}
      <FormOutcome state={state}>
        {secretName && state.secret && <CodeBlock code={state.secret} name={secretName} />}
      </FormOutcome>
    </>
  )
}
