'use server'

import { sellerActions } from '../_server/seller-actions'
import { doneForm, proofIn, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const addKey = sellerForm(
  (form) => {
    const end = textIn(form, 'expiresAt')
    // A day that is chosen still counts.
    const expiresAt = end === '' ? null : `${end}T23:59:59Z`
    const input = { name: textIn(form, 'name'), scopes: form.getAll('scopes').map(String), expiresAt }
    return sellerActions.createKey(input, proofIn(form))
  },
  ({ secret }, t) => doneForm(t('keyMade'), secret),
)

export const endKey = sellerForm(
  (form) => sellerActions.revokeKey(textIn(form, 'keyId')),
  '/dashboard/keys?done=keyRevoked',
)
