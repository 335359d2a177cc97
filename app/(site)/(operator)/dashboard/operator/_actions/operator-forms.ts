'use server'

import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { doneForm, type FormState, refusedForm } from '@/app/(site)/dashboard/_actions/form-state'
import { operatorActions } from '../_server/operator-actions'

const text = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

export async function changeSuspension(_state: FormState, form: FormData): Promise<FormState> {
  const isLifted = form.get('does') === 'lift'
  const named = { what: text(form, 'what'), handle: text(form, 'handle') }
  const route = { method: text(form, 'method') || 'GET', path: text(form, 'path') }
  const outcome = await operatorActions.suspend({
    ...named,
    ...route,
    reason: isLifted ? null : text(form, 'reason'),
    isContentClosed: form.get('isContentClosed') === 'yes',
  })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/operator', 'layout')
  const t = await getTranslations('formDone')
  return doneForm(t(isLifted ? 'lifted' : 'suspended'))
}

/** Sets the limits that are filled in; the others return to the site's defaults. */
export async function changeQuotas(_state: FormState, form: FormData): Promise<FormState> {
  const names = ['routes', 'files', 'bytes', 'uploadsPerMinute', 'webhooks']
  const filled = names.map((name) => [name, text(form, name).replaceAll(/[,_\s]/g, '')]).filter(([, value]) => value)
  const quotas = Object.fromEntries(filled.map(([name, value]) => [name, Number(value)]))
  const outcome = await operatorActions.setQuotas({ handle: text(form, 'handle'), quotas })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/operator', 'layout')
  const t = await getTranslations('formDone')
  return doneForm(t('limitsSaved'))
}

/** Makes an invitation; its link is only in this answer. */
export async function invite(_state: FormState, form: FormData): Promise<FormState> {
  const days = Number(text(form, 'days'))
  const outcome = await operatorActions.createInvitation({
    note: text(form, 'note'),
    wallet: text(form, 'wallet'),
    days,
  })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/operator/invitations')
  const t = await getTranslations('formDone')
  return doneForm(t('invited'), outcome.value.url)
}

export async function withdraw(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await operatorActions.withdrawInvitation(text(form, 'invitationId'))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/operator/invitations')
  return doneForm('')
}
