'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, type FormState, proofIn, refusedForm } from './form-state'

export async function addKey(_state: FormState, form: FormData): Promise<FormState> {
  const end = String(form.get('expiresAt') ?? '')
  // A day that is chosen still counts.
  const expiresAt = end === '' ? null : `${end}T23:59:59Z`
  const input = { name: String(form.get('name') ?? ''), scopes: form.getAll('scopes').map(String), expiresAt }
  const outcome = await sellerActions.createKey(input, proofIn(form))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/keys')
  const t = await getTranslations('formDone')
  return doneForm(t('keyMade'), outcome.value.secret)
}

export async function endKey(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.revokeKey(String(form.get('keyId') ?? ''))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/keys')
  redirect('/dashboard/keys?done=keyRevoked')
}
