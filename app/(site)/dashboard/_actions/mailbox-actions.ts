'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readLanguage } from '@/app/_site/language'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, type FormState, refusedForm } from './form-state'

export async function saveMailbox(_state: FormState, form: FormData): Promise<FormState> {
  const language = await readLanguage()
  const input = { address: String(form.get('address') ?? ''), events: form.getAll('events').map(String), language }
  const outcome = await sellerActions.setMailbox(input)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/notifications')
  const { address, isConfirmed } = outcome.value
  const t = await getTranslations('formDone')
  return doneForm(isConfirmed ? t('saved') : t('linkSent', { address: address ?? '' }))
}

export async function dropMailbox(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.removeMailbox()
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/notifications')
  redirect('/dashboard/notifications?done=mailboxRemoved')
}
