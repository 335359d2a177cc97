import { unstable_rethrow } from 'next/navigation'
import { useTranslations } from 'next-intl'
import {
  type FocusEvent,
  type FormEvent,
  startTransition,
  useActionState,
  useEffect,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react'
import { type Action, emptyForm, errorOf, type FormState } from '../_server/form-state'

type SentFormOptions = {
  onAnswer?: (answer: FormState) => void
  /** The control of a fault's path, where it has another name. */
  nameOf?: (path: string) => string
}

type SubmittedForm = { form: HTMLFormElement; written: FormValues; focused: Element | null }

/**
 * A form with its action and the last answer. It works without scripts; with them, nothing that is typed before the
 * answer arrives, or if none does, is lost. A refusal moves the focus to the first fault, unless the writer has typed
 * since; a fault goes once its control is changed.
 */
export function useSentForm(action: Action, { onAnswer, nameOf = (path) => path }: SentFormOptions = {}) {
  const t = useTranslations('forms')
  const [posted, post] = useActionState(action, emptyForm)
  const [state, setState] = useState(posted)
  const [isSending, startSending] = useTransition()
  const sent = useRef<SubmittedForm | null>(null)
  const [mended, setMended] = useState<readonly string[]>([])
  const shown = useMemo(() => mended.reduce(withoutFault, state), [state, mended])

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
  const values: FormState['values'] = isDone(state) ? {} : posted.values
  const onFocus = ({ target }: FocusEvent) => keepText(target)
  const onInput = ({ target }: FormEvent) => {
    const { name } = target as Control // Only controls are typed into.
    const now = Object.keys(shown.fields).filter((path) => isOf(name, nameOf(path)))
    if (now.length > 0) setMended((before) => [...before, ...now])
  }
  /** The control's name and value: the typed text, else `initial`, and why it was refused. */
  const control = (name: string, initial?: string) => ({
    id: name,
    name,
    defaultValue: values[name]?.[0] ?? initial,
    error: errorOf(shown.fields, name),
  })
  // `answer` is the last one itself, with the faults that are mended since.
  return {
    state: shown,
    answer: state,
    isSending,
    posted: values,
    control,
    formProps: { action: post, onSubmit, onFocus, onInput },
  }
}

/** A control belongs to the fault of its own value, of a part of it, and of what it is a part of. */
const isOf = (name: string, path: string) => name === path || path.startsWith(`${name}.`) || name.startsWith(`${path}.`)

/** The message joins the faults of the fields, and goes with the last of them. */
export function withoutFault<Refusal extends Pick<FormState, 'message' | 'fields'>>(refusal: Refusal, path: string) {
  if (refusal.fields[path] === undefined) return refusal
  const { [path]: _mended, ...fields } = refusal.fields
  return { ...refusal, fields, message: Object.keys(fields).length > 0 ? refusal.message : '' }
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

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export type FormValues = ReadonlyMap<Control, string | boolean>

const readWritten = (form: HTMLFormElement): FormValues =>
  new Map(controlsOf(form).map((control) => [control, holdingOf(control)]))

const hasChanged = (written: FormValues): boolean =>
  [...written].some(([control, holding]) => holdingOf(control) !== holding)

/** Empties an accepted form, or shows the stored values; text typed since it was sent stays. */
function resetSent(form: HTMLFormElement, written: FormValues): void {
  const later = controlsOf(form).flatMap((control) =>
    holdingOf(control) === written.get(control) ? [] : [{ control, holding: holdingOf(control) }],
  )
  // React keeps the default of every other control up to date, but never that of a select.
  for (const [control, holding] of written) {
    if (!(control instanceof HTMLSelectElement)) continue
    for (const option of control.options) option.defaultSelected = option.value === holding
  }
  const restoreCaret = noteCaret(form)
  form.reset()
  for (const { control, holding } of later) {
    holdControl(control, holding)
  }
  restoreCaret()
}

/** Remembers the caret: a reset moves it, even in a text that does not change. */
function noteCaret(form: HTMLFormElement): () => void {
  const focused = form.ownerDocument.activeElement
  const control = controlsOf(form).find((each) => each === focused)
  if (!control || control instanceof HTMLSelectElement) return () => {}
  const { value, selectionStart, selectionEnd, selectionDirection } = control
  return () => {
    if (selectionStart === null || control.value !== value) return
    keepText(control)
    control.setSelectionRange(selectionStart, selectionEnd, selectionDirection ?? undefined)
  }
}

/**
 * Keeps a text from following its default: React writes the default at every rendering, and where nothing has been
 * typed since a reset, that moves the caret too.
 */
function keepText(control: EventTarget): void {
  if (control instanceof HTMLTextAreaElement) control.value = String(control.value)
}

function holdControl(control: Control, holding: string | boolean): void {
  hold(control, holding)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden' && element.type !== 'file'),
  )

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio')

const holdingOf = (control: Control) => (isTicked(control) ? control.checked : control.value)

function hold(control: Control, holding: string | boolean): void {
  if (isTicked(control)) control.checked = holding === true
  else control.value = String(holding)
}
