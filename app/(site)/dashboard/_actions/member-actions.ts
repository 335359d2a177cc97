'use server'

import { revalidatePath } from 'next/cache'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { sellerActions } from '../_server/seller-actions'
import { SHOP_COOKIE } from '../_shell/shop-cookie'
import { doneForm, proofIn, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const inviteMember = sellerForm(
  (form) => sellerActions.inviteMember({ wallet: textIn(form, 'wallet'), role: textIn(form, 'role') }, proofIn(form)),
  (_, t) => doneForm(t('memberInvited')),
)

export const withdrawMember = sellerForm(
  (form) => sellerActions.withdrawMember(textIn(form, 'invitationId')),
  '/dashboard/members',
)

/** A role, or none for a member that is removed. */
export const changeMember = sellerForm((form) => {
  const change = { memberId: textIn(form, 'memberId'), role: textIn(form, 'role') || null }
  return sellerActions.changeMember(change, proofIn(form))
}, '/dashboard/members')

export const leaveShop = sellerForm(() => sellerActions.leaveShop(), '/dashboard')

export async function answerInvited(form: FormData): Promise<void> {
  const isAccepted = form.get('answer') === 'join'
  const outcome = await sellerActions.answerInvitation({ invitationId: textIn(form, 'invitationId'), isAccepted })
  if (outcome.ok && isAccepted) await keepChoice(outcome.value)
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

export async function chooseShop(form: FormData): Promise<void> {
  await keepChoice(textIn(form, 'shop'))
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

/** Readable by scripts, so that other tabs see it; it gives no rights. */
async function keepChoice(sellerId: string): Promise<void> {
  ;(await cookies()).set(SHOP_COOKIE, sellerId, { sameSite: 'lax', path: '/', maxAge: 31_536_000 })
}
