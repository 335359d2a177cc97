'use server'

import { revalidatePath } from 'next/cache'
import { sellerActions } from '@/lib/compose/seller-actions'
import { emptyForm, type FormState, refusedForm } from './form-state'

/** The secret is shown once, in this answer. */
export type KeyFormState = FormState & { secret: string | null }

export async function addKey(_state: KeyFormState, form: FormData): Promise<KeyFormState> {
  const input = { name: String(form.get('name') ?? ''), scopes: form.getAll('scopes').map(String) }
  const outcome = await sellerActions.createKey(input)
  if (!outcome.ok) return { ...refusedForm(form, outcome), secret: null }
  revalidatePath('/dashboard/keys')
  return { ...emptyForm, secret: outcome.value.secret }
}

export async function endKey(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.revokeKey(String(form.get('keyId') ?? ''))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/keys')
  return emptyForm
}
