/** What a form shows after it was sent: what was done, or what went wrong, by field, and what had been typed. */
export type FormState = {
  /** Why it was not taken; empty unless it was refused. */
  message: string
  /** What was done, where the page itself does not show it; else empty. */
  done: string
  /** What was made and is shown in this answer alone. */
  secret: string | null
  fields: Readonly<Record<string, string>>
  values: Record<string, string[]>
}

export const emptyForm: FormState = { message: '', done: '', secret: null, fields: {}, values: {} }

export const doneForm = (done: string, secret: string | null = null): FormState => ({ ...emptyForm, done, secret })

/** The form again with what was typed and why it was not taken. */
export function refusedForm(form: FormData, refusal: { message: string; fields: FormState['fields'] }): FormState {
  const values: FormState['values'] = {}
  for (const [name, value] of form) if (typeof value === 'string') (values[name] ??= []).push(value)
  return { ...emptyForm, message: refusal.message, fields: refusal.fields, values }
}

/** The error of a field; a list's errors name its items, so they count as the list's. */
export function errorOf(fields: FormState['fields'], name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
}
