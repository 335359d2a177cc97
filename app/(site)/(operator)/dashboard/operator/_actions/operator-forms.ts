'use server'

import { doneForm, textIn } from '@/app/(site)/dashboard/_actions/form-state'
import { sellerForm } from '@/app/(site)/dashboard/_actions/seller-form'
import { suspendShop } from '../_server/operator'

const isLift = (form: FormData) => form.get('does') === 'lift'

export const changeSuspension = sellerForm(
  (form) =>
    suspendShop({
      what: 'shop',
      handle: textIn(form, 'handle').trim(),
      reason: isLift(form) ? null : textIn(form, 'reason').trim(),
      isContentClosed: form.get('isContentClosed') === 'yes',
    }),
  (_, t, form) => doneForm(t(isLift(form) ? 'lifted' : 'suspended')),
)
