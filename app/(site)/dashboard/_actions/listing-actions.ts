'use server'

import { revalidatePath } from 'next/cache'
import { fixOwnListing } from '../_server/route-review'
import { sellerActions } from '../_server/seller-actions'
import { emptyForm, type FormState, refusedForm } from './form-state'

/** Refreshes a listing, asks for a purchase of it, takes it out of the bazaar, or fixes one of its checks. */
export async function changeListing(_state: FormState, form: FormData): Promise<FormState> {
  const routeId = String(form.get('routeId') ?? '')
  const act = String(form.get('act') ?? '').slice(0, 100)
  const outcome =
    act === 'refresh'
      ? await sellerActions.refreshListing(routeId)
      : act === 'delist'
        ? await sellerActions.delistRoute(routeId)
        : act === 'audition'
          ? await sellerActions.askAudition(routeId)
          : await fixOwnListing(routeId, act)
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  return emptyForm
}
