'use server'

import { revalidatePath } from 'next/cache'
import { sellerActions } from '../_server/seller-actions'
import { emptyForm, refusedForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const promiseRefund = sellerForm(
  (form) => {
    const input = { amount: textIn(form, 'amount').trim(), keepsAccess: form.get('keepsAccess') === 'yes' }
    return sellerActions.promiseRefund(textIn(form, 'paymentId'), input)
  },
  ({ refundId }) => ({ ...emptyForm, refundId }),
)

export const changeRefund = sellerForm<{ status: string } | void>(
  (form) =>
    form.get('does') === 'cancel'
      ? sellerActions.cancelRefund(textIn(form, 'refundId'))
      : sellerActions.recordRefund(textIn(form, 'refundId'), { transaction: textIn(form, 'transaction').trim() }),
  (recorded, t, form) =>
    recorded?.status === 'pending' ? refusedForm(form, { message: t('refundUnseen'), fields: {} }) : emptyForm,
)

export async function recordSent(
  refundId: string,
  transaction: string,
): Promise<{ status: 'confirmed' | 'pending' } | { status: 'refused'; message: string }> {
  const outcome = await sellerActions.recordRefund(String(refundId), { transaction: String(transaction) })
  if (!outcome.ok) return { status: 'refused', message: outcome.message }
  if (outcome.value.status === 'confirmed') revalidatePath('/dashboard', 'layout')
  return outcome.value
}
