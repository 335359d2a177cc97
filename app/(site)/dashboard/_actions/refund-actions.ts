'use server'

import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { sellerActions } from '../_server/seller-actions'
import { emptyForm, type FormState, refusedForm } from './form-state'

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

export async function promiseRefund(_state: FormState, form: FormData): Promise<FormState> {
  const input = { amount: text(form, 'amount'), keepsAccess: form.get('keepsAccess') === 'yes' }
  const outcome = await sellerActions.promiseRefund(text(form, 'paymentId'), input)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  return { ...emptyForm, refundId: outcome.value.refundId }
}

/** Records the transaction in the form, or cancels the promise. */
export async function changeRefund(_state: FormState, form: FormData): Promise<FormState> {
  const refundId = text(form, 'refundId')
  if (form.get('does') === 'cancel') {
    const outcome = await sellerActions.cancelRefund(refundId)
    if (!outcome.ok) return refusedForm(form, outcome)
  } else {
    const outcome = await sellerActions.recordRefund(refundId, { transaction: text(form, 'transaction') })
    if (!outcome.ok) return refusedForm(form, outcome)
    if (outcome.value.status === 'pending') {
      const t = await getTranslations('formDone')
      return refusedForm(form, { message: t('refundUnseen'), fields: {} })
    }
  }
  revalidatePath('/dashboard', 'layout')
  return emptyForm
}

export async function recordSent(
  refundId: string,
  transaction: string,
): Promise<{ status: 'confirmed' | 'pending' } | { status: 'refused'; message: string }> {
  const outcome = await sellerActions.recordRefund(String(refundId), { transaction: String(transaction) })
  if (!outcome.ok) return { status: 'refused', message: outcome.message }
  if (outcome.value.status === 'confirmed') revalidatePath('/dashboard', 'layout')
  return outcome.value
}
