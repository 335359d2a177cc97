import type { SignInExtension } from '@/lib/base/x402/sign-in'
import type { ShownCheck } from '../../bazaar/_server/check-in-words'

/** A form's state after it was sent: the outcome, or the errors by field, and the typed values. */
export type FormState = {
  /** Why it was refused; else empty. */
  message: string
  /** The outcome, where the page itself does not show it; else empty. */
  done: string
  /** Announced without the tone of success, such as a stop of sales. */
  isQuiet?: boolean
  /** A new secret, only in this answer. */
  secret: string | null
  refundId?: string
  /** The message for a wallet to sign first: the form is then sent again with the signature. */
  confirmation: SignInExtension | null
  /** The stored version, where someone else has saved since the form was shown. */
  conflict?: string | null
  /** The stored text at a conflict, to read beside the one that was written. */
  stored?: string
  version?: string
  /** The form keeps its texts, to be sent once more. */
  isKept?: true
  checks?: ShownCheck[]
  fields: Readonly<Record<string, string>>
  values: Record<string, string[]>
}

export type Action = (state: FormState, form: FormData) => Promise<FormState>

export const emptyForm: FormState = { message: '', done: '', secret: null, confirmation: null, fields: {}, values: {} }

export const doneForm = (done: string, secret: string | null = null): FormState => ({ ...emptyForm, done, secret })

type FormRefusal = Pick<FormState, 'message' | 'fields'> &
  Partial<Pick<FormState, 'confirmation'>> & { current?: string | null }

/** The form again with the typed values and the refusal, or the message to sign first. */
export function refusedForm(
  form: FormData,
  { message, fields, confirmation = null, current = null }: FormRefusal,
): FormState {
  const values: FormState['values'] = {}
  for (const [name, value] of form) if (typeof value === 'string') (values[name] ??= []).push(value)
  // A missing signature is no error until one was refused.
  const isFirst = confirmation !== null && proofIn(form) === null
  return { ...emptyForm, message: isFirst ? '' : message, fields, values, confirmation, conflict: current }
}

/** The version that a form's next save begins from: what was saved or sent last, else what it was shown with. */
export const versionOf = ({ version, values }: FormState, first: string): string =>
  version ?? values.version?.[0] ?? first

export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '')

/** The versions that the form may replace: what it was shown with, or what its writer has chosen to save over. */
export function expectedIn(form: FormData): string[] | null {
  const version = form.get('over') ?? form.get('version')
  return typeof version === 'string' && version !== '' ? [version] : null
}

export const proofIn = (form: FormData): string | null => {
  const proof = form.get('proof')
  return typeof proof === 'string' && proof !== '' ? proof : null
}
