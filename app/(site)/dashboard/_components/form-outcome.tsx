import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Notice } from '@/lib/site/ui/notice'
import type { FormState } from '../_actions/form-state'

type FormOutcomeProps = {
  state: FormState
  /** The faults one by one, instead of the message that joins them. */
  faults?: ReactNode
  children?: ReactNode
}

/** The outcome of a form, below its button, so that nothing above moves. */
export function FormOutcome({ state: { message, done, fields }, faults, children }: FormOutcomeProps) {
  const t = useTranslations('forms')
  const hasFaults = faults !== undefined && Object.keys(fields).length > 0
  if (message) {
    return (
      <Notice tone="refused" title={hasFaults ? t('notSaved') : message} announce="assertive">
        {hasFaults && faults}
      </Notice>
    )
  }
  if (!done) return null
  return (
    <Notice tone="settled" title={done} announce="polite">
      {children}
    </Notice>
  )
}
