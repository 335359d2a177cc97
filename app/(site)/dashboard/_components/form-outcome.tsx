import type { ReactNode } from 'react'
import { Notice } from '@/lib/ui/notice'
import type { FormState } from '../_actions/form-state'

/** The outcome of a form, below its button, so that nothing above moves. */
export function FormOutcome({ state: { message, done }, children }: { state: FormState; children?: ReactNode }) {
  if (message) return <Notice tone="refused" title={message} announce="assertive" />
  if (!done) return null
  return (
    <Notice tone="settled" title={done} announce="polite">
      {children}
    </Notice>
  )
}
