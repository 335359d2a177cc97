'use server'

import { fixOwnListing } from '../_server/route-review'
import { sellerActions } from '../_server/seller-actions'
import { emptyForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

const acts = new Map([
  ['refresh', sellerActions.refreshListing],
  ['delist', sellerActions.delistRoute],
])

/** Refreshes a listing, takes it out of the bazaar, or fixes one of its checks. */
export const changeListing = sellerForm<unknown>(
  (form) => {
    const [routeId, act] = [textIn(form, 'routeId'), textIn(form, 'act').slice(0, 100)]
    return acts.get(act)?.(routeId) ?? fixOwnListing(routeId, act)
  },
  () => emptyForm,
)
