'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, type FormState, refusedForm } from './form-state'

export async function addEndpoint(_state: FormState, form: FormData): Promise<FormState> {
  const input = { url: String(form.get('url') ?? '').trim(), events: form.getAll('events').map(String) }
  const outcome = await sellerActions.createEndpoint(input)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/webhooks')
  const t = await getTranslations('formDone')
  return doneForm(t('webhookAdded'), outcome.value.key)
}

export async function changeWebhook(_state: FormState, form: FormData): Promise<FormState> {
  const id = String(form.get('id') ?? '')
  const isRemoval = form.get('does') === 'remove'
  const outcome = isRemoval ? await sellerActions.removeEndpoint(id) : await sellerActions.resendDelivery(id)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/webhooks')
  if (isRemoval) redirect('/dashboard/webhooks?done=webhookRemoved')
  const t = await getTranslations('formDone')
  return doneForm(t('onItsWay'))
}
