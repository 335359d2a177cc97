/** What a form shows after it was sent: what went wrong, by field, and what had been typed. */
export type FormState = { message: string; fields: Readonly<Record<string, string>>; values: Record<string, string[]> }

export const emptyForm: FormState = { message: '', fields: {}, values: {} }

/** The form again with what was typed and why it was not taken. */
export function refusedForm(form: FormData, refusal: { message: string; fields: FormState['fields'] }): FormState {
  const values: FormState['values'] = {}
  for (const [name, value] of form) if (typeof value === 'string') (values[name] ??= []).push(value)
  return { message: refusal.message, fields: refusal.fields, values }
}

/** The error of a field; a list's errors name its items, so they count as the list's. */
export function errorOf(fields: FormState['fields'], name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
}
