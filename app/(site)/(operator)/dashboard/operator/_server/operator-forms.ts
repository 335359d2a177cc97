'use server'

import { doneForm } from '@/app/(site)/dashboard/_server/form-state'
import { operationForm } from '@/app/(site)/dashboard/_server/seller-form'

const isLift = (form: FormData) => form.get('does') === 'lift'

export const changeSuspension = operationForm(
  'suspend',
  (_, t, form) => doneForm(t(isLift(form) ? 'lifted' : 'suspended')),
  (form) => ({ what: 'shop', ...(isLift(form) && { reason: null }) }),
)
