'use server'

import { revalidatePath } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { sellerActions } from '../_server/seller-actions'
import { SHOP_COOKIE } from '../_shell/shop-cookie'
import { doneForm, type FormState, proofIn, refusedForm } from './form-state'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

export async function inviteMember(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.inviteMember(
    { wallet: text(form, 'wallet'), role: text(form, 'role') },
    proofIn(form),
  )
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/members')
  const t = await getTranslations('formDone')
  return doneForm(t('memberInvited'))
}

export async function withdrawMember(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.withdrawMember(text(form, 'invitationId'))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/members')
  redirect('/dashboard/members')
}

/** A role, or none for a member that is removed. */
export async function changeMember(_state: FormState, form: FormData): Promise<FormState> {
  const change = { memberId: text(form, 'memberId'), role: text(form, 'role') || null }
  const outcome = await sellerActions.changeMember(change, proofIn(form))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard/members')
}

export async function leaveShop(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.leaveShop()
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

export async function answerInvited(form: FormData): Promise<void> {
  const isAccepted = form.get('answer') === 'join'
  const outcome = await sellerActions.answerInvitation({ invitationId: text(form, 'invitationId'), isAccepted })
  if (outcome.ok && isAccepted) await keepChoice(outcome.value)
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

export async function chooseShop(form: FormData): Promise<void> {
  await keepChoice(text(form, 'shop'))
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

/** Readable by scripts, so that other tabs see it; it gives no rights. */
async function keepChoice(sellerId: string): Promise<void> {
  ;(await cookies()).set(SHOP_COOKIE, sellerId, { sameSite: 'lax', path: '/', maxAge: 31_536_000 })
}
