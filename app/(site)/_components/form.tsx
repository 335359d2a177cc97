'use client'

import clsx from 'clsx'
import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useActionState,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { Button, type ButtonVariant, buttonClass } from '@/lib/site/ui/button'
import { CodeBlock } from '@/lib/site/ui/code-block'
import { FormContext, idOf } from '@/lib/site/ui/fields'
import { Notice } from '@/lib/site/ui/notice'
import { type Action, emptyForm, type FormState, versionOf } from '../dashboard/_server/form-state'

type FormProps = {
  action: Action
  /** The button's. */
  label: ReactNode
  busyLabel?: ReactNode
  variant?: ButtonVariant
  /** A second button, which its value tells apart. */
  also?: { name: string; value: string; label: string; variant: ButtonVariant }
  /** Sent besides its controls. */
  hidden?: Readonly<Record<string, string>>
  /** Folds the form behind a button, also without scripts; an act that cannot be undone asks its question there. */
  ask?: { label: ReactNode; question?: string }
  /** The name of the secret that the answer holds, this once. */
  secretName?: string
  /** Between the button and the outcome; where it is of the answer, below both. */
  after?: ReactNode | ((answer: FormState) => ReactNode)
  /** The stored version that it was shown with: a later save by others is not written over unseen. */
  version?: string
  /** The server says every fault, also of controls that are folded. */
  noValidate?: boolean
  /** The name of a fault's control, if it has one: faults are listed one by one, each with a link to its control. */
  nameOf?: (path: string) => string | null
  isBusy?: boolean
  onAnswer?: (answer: FormState) => void
  className?: string
  /** A function places the button and the outcome itself. */
  children?: ReactNode | ((end: ReactNode) => ReactNode)
}

/** A form with its button and the outcome below it. Its controls show again what was sent and why it was refused. */
export function Form({ action, ask, ...props }: FormProps) {
  const { label, busyLabel = label, variant = 'primary', also, secretName, after, isBusy = false, onAnswer } = props
  const { hidden, version = '', nameOf, noValidate, className = STACKED, children } = props
  const { state, isSending, facts, formProps } = useSentForm(action, onAnswer)
  /** Also after the page has read it again. */
  const [first] = useState(version)
  const sent = { ...hidden, ...(version !== '' && { version: versionOf(state, first) }) }
  const end = (
    <>
      <p className="flex flex-wrap gap-4">
        <Button type="submit" variant={variant} isBusy={isSending || isBusy}>
          {isSending ? busyLabel : label}
        </Button>
        {also && (
          <Button type="submit" name={also.name} value={also.value} variant={also.variant} isBusy={isSending}>
            {also.label}
          </Button>
        )}
      </p>
      {typeof after !== 'function' && after}
      <FormOutcome state={state} nameOf={nameOf}>
        {secretName && state.secret && <CodeBlock code={state.secret} name={secretName} />}
      </FormOutcome>
      {typeof after === 'function' && after(state)}
    </>
  )
  const whole = (
    <FormContext value={facts}>
      <form {...formProps} noValidate={noValidate} className={className}>
        {Object.entries(sent).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {typeof children !== 'function' && children}
        {typeof children === 'function' ? children(end) : end}
      </form>
    </FormContext>
  )
  if (!ask) return whole
  return (
    <details open={state.message !== '' || undefined} className="min-w-0">
      <summary className={buttonClass('plain', 'list-none [&::-webkit-details-marker]:hidden')}>{ask.label}</summary>
      <div
        className={clsx(
          'mt-3 grid max-w-measure justify-items-start gap-3 border-s-4 ps-4 text-ink',
          ask.question === undefined ? 'border-edge' : 'border-refused',
        )}
      >
        {ask.question !== undefined && <p>{ask.question}</p>}
        {whole}
      </div>
    </details>
  )
}

const STACKED = 'grid justify-items-start gap-3'

type FormOutcomeProps = Pick<FormProps, 'nameOf'> & {
  state: FormState
  /** Something that is shown this once, such as a new key: it takes the focus, unless someone is typing. */
  children?: ReactNode
}

/** The outcome of a form, below its button, so that nothing above moves. */
function FormOutcome({ state, nameOf, children }: FormOutcomeProps) {
  const t = useTranslations('forms')
  const { message, done, fields, isQuiet } = state
  const place = useRef<HTMLDivElement>(null)
  const isShownOnce = done !== '' && Boolean(children)
  useEffect(() => {
    if (isShownOnce && !document.activeElement?.matches('input, textarea, select')) place.current?.focus()
  }, [isShownOnce])
  if (message) {
    const listed = nameOf && Object.keys(fields).length > 0 ? nameOf : null
    return (
      <Notice tone="refused" title={listed ? t('notSaved') : message} announce="assertive">
        {listed && <FaultList fields={fields} nameOf={listed} />}
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

/** Every fault of a form, each a link to its control. Without scripts the links work too. */
function FaultList({ fields, nameOf }: { fields: FormState['fields']; nameOf: (path: string) => string | null }) {
  const faults = Object.entries(fields).map(([path, fault]) => ({ path, fault, name: nameOf(path) }))
  return (
    <ul className="grid">
      {faults.map(({ path, fault, name }) => (
        <li key={path}>
          {name && (
            <>
              <a
                href={`#${idOf(path)}`}
                onClick={(event) => goToControl(event, idOf(path))}
                className="inline-flex min-h-11 items-center font-strong text-accent underline underline-offset-4"
              >
                {name}
              </a>
              {': '}
            </>
          )}
          {fault}
        </li>
      ))}
    </ul>
  )
}

function goToControl(event: MouseEvent, id: string): void {
  const field = document.getElementById(id)
  if (!field) return
  event.preventDefault()
  for (let around = field.parentElement; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true
  }
  const control = field.matches('input, select, textarea') ? field : field.querySelector<HTMLElement>('input')
  control?.focus()
}

type SubmittedForm = { form: HTMLFormElement; written: FormValues; focused: Element | null }

/**
 * A form with its action and the last answer. It works without scripts; with them, nothing that is typed before the
 * answer arrives, or if none does, is lost. A refusal moves the focus to the first fault, unless the writer has typed
 * since; a fault goes once its control is changed.
 */
function useSentForm(action: Action, onAnswer: FormProps['onAnswer']) {
  const t = useTranslations('forms')
  const [posted, post] = useActionState(action, emptyForm)
  const [state, setState] = useState(posted)
  const [isSending, startSending] = useTransition()
  const sent = useRef<SubmittedForm | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const [mended, setMended] = useState<readonly string[]>([])
  const shown = useMemo(() => mended.reduce(withoutFault, state), [state, mended])

  useEffect(() => repeatEarlyInput(form.current), [])
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
      onAnswer?.(answer)
      startTransition(() => {
        setState(answer)
        setMended([])
      })
    })
  }
  // A form that was posted without scripts comes back as a page; otherwise the fields still have the typed values.
  const { values } = isDone(state) ? emptyForm : posted
  const onFocus = ({ target }: FocusEvent) => keepText(target)
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as Control // Only controls are typed into.
    const now = Object.keys(shown.fields).filter((path) => isOf(name, path))
    if (now.length > 0) setMended((before) => [...before, ...now])
  }
  return {
    state: shown,
    isSending,
    facts: { values, fields: shown.fields, confirmation: shown.confirmation },
    formProps: { ref: form, action: post, onSubmit, onFocus, onInput },
  }
}

/**
 * Repeats as events what was typed or chosen in a form before its scripts were loaded, or restored there by the
 * browser. Fields that keep their own text stay unchanged; listeners hear of it.
 */
function repeatEarlyInput(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (!isChanged(field)) continue
    field.dispatchEvent(new Event('input', { bubbles: true }))
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

function isChanged(field: Element): boolean {
  if (field instanceof HTMLSelectElement) {
    // Where no option is marked, browsers choose the first.
    const first = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0]
    return first?.selected === false
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue
  if (!(field instanceof HTMLInputElement) || field.type === 'hidden' || field.type === 'file') return false
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked
}

/** A control belongs to the fault of its own value, of a part of it, and of what it is a part of. */
const isOf = (name: string, path: string) => name === path || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)

/** The message joins the faults of the fields, and goes with the last of them. */
function withoutFault(refusal: FormState, path: string): FormState {
  const { [path]: _mended, ...fields } = refusal.fields
  return { ...refusal, fields, message: Object.keys(fields).length > 0 ? refusal.message : '' }
}

const isDone = ({ message, confirmation, isKept }: FormState) => message === '' && !confirmation && !isKept

/** Moves the focus to a refused form's first fault, else to what it says, which leads to a folded fault. */
function focusFault(form: HTMLFormElement | null): void {
  const fault =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]:not(details:not([open]) *)') ??
    form?.querySelector<HTMLElement>('[role="alert"]') ??
    form?.querySelector<HTMLElement>('[data-confirmation]')
  if (fault && fault.tabIndex < 0) fault.tabIndex = -1
  fault?.focus()
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

type FormValues = ReadonlyMap<Control, string | boolean>

const readWritten = (form: HTMLFormElement): FormValues =>
  new Map(controlsOf(form).map((control) => [control, holdingOf(control)]))

const hasChanged = (written: FormValues): boolean =>
  [...written].some(([control, holding]) => holdingOf(control) !== holding)

/** Empties the controls of an accepted form, or shows what is stored; text typed since it was sent stays. */
function resetSent(form: HTMLFormElement, written: FormValues): void {
  const changed = new Set(
    [...written].flatMap(([control, holding]) => (holdingOf(control) === holding ? [] : [control.name])),
  )
  for (const [control, holding] of written) {
    // Another choice of its group was made since.
    if (control.type === 'radio' && changed.has(control.name)) continue
    // React keeps the default of every other control up to date, but never that of a select.
    if (control instanceof HTMLSelectElement || holdingOf(control) !== holding) continue
    if (isTicked(control)) control.checked = control.defaultChecked
    else if (control.value !== control.defaultValue) control.value = control.defaultValue
    if (holdingOf(control) !== holding) control.dispatchEvent(new Event('input', { bubbles: true }))
  }
  form.dispatchEvent(new Event('reset'))
}

/** Keeps a text from following its default, which React writes at every rendering: that moves the caret too. */
function keepText(control: EventTarget): void {
  if (control instanceof HTMLTextAreaElement) control.value = String(control.value)
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden'),
  )

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const holdingOf = (control: Control) => (isTicked(control) ? control.checked : control.value)
