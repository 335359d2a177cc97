/** Moves the focus to a refused form's first fault, else to what it says. */
export function focusFault(form: HTMLFormElement | null): void {
  const fault =
    form?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    form?.querySelector<HTMLElement>('[role="alert"]') ??
    form?.querySelector<HTMLElement>('[data-confirmation]')
  if (fault && fault.tabIndex < 0) fault.tabIndex = -1
  fault?.focus()
}
