'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { sellerActions } from '@/lib/compose/seller-actions'
import { doneForm, type FormState, refusedForm } from './form-state'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

export async function openShop(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.createSeller({ handle: text(form, 'handle'), name: text(form, 'name') })
  if (!outcome.ok) return refusedForm(form, outcome)
  // The layout shows this very form until it is asked for again.
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard/payees')
}

/** Asked for twice: the first time the address comes back to be compared, the second time it counts. */
export async function setPayTo(_state: FormState, form: FormData): Promise<FormState> {
  const address = text(form, 'address').trim()
  const confirmation = text(form, 'isConfirmed') === 'yes' ? text(form, 'confirmation') : ''
  const outcome = await sellerActions.confirmPayTo({ network: text(form, 'network'), address, confirmation })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  return doneForm('Confirmed. Buyers pay this address from now on.')
}
