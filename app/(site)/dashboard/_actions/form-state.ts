import type { SignInExtension } from '@/lib/base/x402/sign-in'

/** What a form shows after it was sent: the outcome, or the errors by field, and the typed values. */
export type FormState = {
  /** Why it was not taken; empty unless it was refused. */
  message: string
  /** The outcome, where the page itself does not show it; else empty. */
  done: string
  /** A new secret, shown in this answer alone. */
  secret: string | null
  /** What a wallet is to sign before it is done: the form is sent again with the signature. */
  confirmation: SignInExtension | null
  fields: Readonly<Record<string, string>>
  values: Record<string, string[]>
}

export const emptyForm: FormState = { message: '', done: '', secret: null, confirmation: null, fields: {}, values: {} }

export const doneForm = (done: string, secret: string | null = null): FormState => ({ ...emptyForm, done, secret })

type Refusal = { message: string; fields: FormState['fields']; confirmation?: SignInExtension | null }

/** The form again with the typed values and the refusal, or the message to sign first. */
export function refusedForm(form: FormData, { message, fields, confirmation = null }: Refusal): FormState {
  const values: FormState['values'] = {}
  for (const [name, value] of form) if (typeof value === 'string') (values[name] ??= []).push(value)
  // That a signature is missing is no fault until one was refused.
  const isFirst = confirmation !== null && proofIn(form) === null
  return { ...emptyForm, message: isFirst ? '' : message, fields, values, confirmation }
}

/** What a wallet has signed for what the form says; null before. */
export const proofIn = (form: FormData): string | null => {
  const proof = form.get('proof')
  return typeof proof === 'string' && proof !== '' ? proof : null
}

/** The error of a field; a list's errors name its items, so they count as the list's. */
export function errorOf(fields: FormState['fields'], name: string): string | undefined {
  return fields[name] ?? Object.entries(fields).find(([path]) => path.startsWith(`${name}.`))?.[1]
}
