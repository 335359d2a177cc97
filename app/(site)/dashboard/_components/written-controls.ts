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

/** The texts of a form's controls by name; a box that is not ticked has none. */
export function readTexts(form: HTMLFormElement): Record<string, string[]> {
  const texts: Record<string, string[]> = {}
  for (const control of controlsOf(form)) {
    if (control.name === '') continue
    texts[control.name] ??= []
    if (!isTicked(control) || control.checked) texts[control.name]?.push(control.value)
  }
  return texts
}

/** Writes texts into the controls of their names, as if their reader had; returns whether any has changed. */
export function writeTexts(form: HTMLFormElement, texts: Readonly<Record<string, readonly string[]>>): boolean {
  const changed = controlsOf(form).filter((control) => {
    const own = texts[control.name]
    if (!own || ('readOnly' in control && control.readOnly)) return false
    const holding = isTicked(control) ? own.includes(control.value) : (own[0] ?? '')
    if (holdingOf(control) === holding) return false
    holdControl(control, holding)
    return true
  })
  return changed.length > 0
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
