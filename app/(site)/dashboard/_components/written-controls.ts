type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export type Written = ReadonlyMap<Control, string | boolean>

export const readWritten = (form: HTMLFormElement): Written =>
  new Map(controlsOf(form).map((control) => [control, holdingOf(control)]))

export const hasChanged = (written: Written): boolean =>
  [...written].some(([control, holding]) => holdingOf(control) !== holding)

/** Empties an accepted form, or shows the stored values; text typed since it was sent stays. */
export function resetSent(form: HTMLFormElement, written: Written): void {
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
export function keepText(control: EventTarget): void {
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
