'use server'

import { sellerActions } from '../_server/seller-actions'
import { emptyForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const changeListing = sellerForm<unknown>(
  (form) => {
    const act = textIn(form, 'act') === 'delist' ? sellerActions.delistRoute : sellerActions.refreshListing
    return act(textIn(form, 'routeId'))
  },
  () => emptyForm,
)
