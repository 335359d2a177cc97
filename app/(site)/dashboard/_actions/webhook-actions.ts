'use server'

import { redirect } from 'next/navigation'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const addEndpoint = sellerForm(
  (form) =>
    sellerActions.createEndpoint({ url: textIn(form, 'url').trim(), events: form.getAll('events').map(String) }),
  ({ key }, t) => doneForm(t('webhookAdded'), key),
)

const isRemoval = (form: FormData) => form.get('does') === 'remove'

export const changeWebhook = sellerForm<unknown>(
  (form) => sellerActions[isRemoval(form) ? 'removeEndpoint' : 'resendDelivery'](textIn(form, 'id')),
  (_, t, form) => (isRemoval(form) ? redirect('/dashboard/webhooks?done=webhookRemoved') : doneForm(t('onItsWay'))),
)
