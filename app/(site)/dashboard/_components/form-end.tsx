'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, type ButtonVariant } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { Notice } from '@/lib/site/ui/notice'
import type { Action, FormState } from '../_server/form-state'
import { useSentForm } from './use-sent-form'

type FormOutcomeProps = {
  state: FormState
  /** The faults one by one, instead of the message that joins them. */
  faults?: ReactNode
  /** Something that is shown this once, such as a new key: it takes the focus, unless someone is typing. */
  children?: ReactNode
}

/** The outcome of a form, below its button, so that nothing above moves. */
export function FormOutcome({ state, faults, children }: FormOutcomeProps) {
  const t = useTranslations('forms')
  const { message, done, fields, isQuiet } = state
  const place = useRef<HTMLDivElement>(null)
  const isShownOnce = done !== '' && Boolean(children)
  useEffect(() => {
    if (isShownOnce && !document.activeElement?.matches('input, textarea, select')) place.current?.focus()
  }, [isShownOnce])
  const hasFaults = faults !== undefined && Object.keys(fields).length > 0
  if (message) {
    return (
      <Notice tone="refused" title={hasFaults ? t('notSaved') : message} announce="assertive">
        {hasFaults && faults}
        {state.conflict && (
          <>
            <p>{t('conflict.orReload')}</p>
            {state.stored && (
              <details open>
                <summary className="min-h-11 cursor-pointer content-center text-accent">{t('conflict.stored')}</summary>
                <pre className="max-h-80 overflow-auto whitespace-pre-wrap">{state.stored}</pre>
              </details>
            )}
            <p>
              <Button type="submit" name="over" value={state.conflict}>
                {t('conflict.saveMine')}
              </Button>
            </p>
          </>
        )}
      </Notice>
    )
  }
  if (!done) return null
  return (
    <div ref={place} tabIndex={isShownOnce ? -1 : undefined}>
      <Notice tone={isQuiet ? 'neutral' : 'settled'} title={done} announce="polite">
        {children}
      </Notice>
    </div>
  )
}

type FormEndProps = {
  sent: { state: FormState; isSending: boolean }
  label: ReactNode
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

type ActFormProps = Omit<FormEndProps, 'sent'> & { action: Action; fields?: Readonly<Record<string, string>> }

export function ActForm({ action, fields = {}, label, variant = 'plain', secretName, children }: ActFormProps) {
  const { state, isSending, formProps } = useSentForm(action)
  return (
    <form {...formProps} className="grid justify-items-start gap-3">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <FormEnd sent={{ state, isSending }} {...{ label, variant, secretName }} />
    </form>
  )
}
