import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type FormEvent,
  startTransition,
  useActionState,
  useEffect,
  useRef,
  useState,
  useTransition,
} from 'react'
import { type Action, emptyForm, errorOf, type FormState } from '../_actions/form-state'
import { hasChanged, keepText, readWritten, resetSent, type Written } from './written-controls'

type Sent = { form: HTMLFormElement; written: Written; focused: Element | null }

/**
 * A form with its action and the last answer. It works without scripts; with them, nothing that is typed before the
 * answer arrives, or if none does, is lost. A refusal moves the focus to the first fault, unless the writer has typed
 * since.
 */
export function useSentForm(action: Action, onAnswer: (answer: FormState) => void = () => {}) {
  const t = useTranslations('forms')
  const [posted, post] = useActionState(action, emptyForm)
  const [state, setState] = useState(posted)
  const [isSending, startSending] = useTransition()
  const sent = useRef<Sent | null>(null)

  useEffect(() => {
    if (isSending || !sent.current) return
    const { form, written, focused } = sent.current
    sent.current = null
    if (isDone(state)) resetSent(form, written)
    else if (document.activeElement === focused && !hasChanged(written)) focusFault(form)
  }, [state, isSending])

  // React resets forms that it sends, so this one is sent by hand; the action is for browsers without scripts.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (event.defaultPrevented) return
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent // React types the native event too loosely.
    sent.current = { form, written: readWritten(form), focused: document.activeElement }
    const data = new FormData(form, submitter)
    startSending(async () => {
      const answer = await action(state, data).catch((error: unknown) => {
        unstable_rethrow(error)
        return { ...emptyForm, message: t('noAnswer') }
      })
      onAnswer(answer)
      startTransition(() => setState(answer))
    })
  }
  // A form that was posted without scripts comes back as a page; otherwise the fields still have the typed values.
  const values: FormState['values'] = isDone(state) ? {} : posted.values
  const onFocus = ({ target }: FocusEvent) => keepText(target)
  /** The control's name and value: the typed text, else `initial`, and why it was refused. */
  const control = (name: string, initial?: string) => ({
    id: name,
    name,
    defaultValue: values[name]?.[0] ?? initial,
    error: errorOf(state.fields, name),
  })
  return { state, isSending, posted: values, control, formProps: { action: post, onSubmit, onFocus } }
}

const isDone = ({ message, confirmation }: FormState) => message === '' && confirmation === null

/** Moves the focus to a refused form's first fault, else to what it says. */
export function focusFault(form: HTMLFormElement | null): void {
  const fault =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[role="alert"]') ??
    form?.querySelector<HTMLElement>('[data-confirmation]')
  if (fault && fault.tabIndex < 0) fault.tabIndex = -1
  fault?.focus()
}
