'use server'

import { doneForm, textIn } from '@/app/(site)/dashboard/_actions/form-state'
import { sellerForm } from '@/app/(site)/dashboard/_actions/seller-form'
import { operatorActions } from '../_server/operator-actions'

const text = (form: FormData, name: string) => textIn(form, name).trim()

const isLift = (form: FormData) => form.get('does') === 'lift'

export const changeSuspension = sellerForm(
  (form) =>
    operatorActions.suspend({
      what: text(form, 'what'),
      handle: text(form, 'handle'),
      method: text(form, 'method') || 'GET',
      path: text(form, 'path'),
      reason: isLift(form) ? null : text(form, 'reason'),
      isContentClosed: form.get('isContentClosed') === 'yes',
    }),
  (_, t, form) => doneForm(t(isLift(form) ? 'lifted' : 'suspended')),
)
