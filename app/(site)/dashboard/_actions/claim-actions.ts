'use server'

import { revalidatePath } from 'next/cache'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, type FormState, refusedForm } from './form-state'

/** Has everything claimed that the shop's channels owe. */
export async function claimOwnChannels(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.claimNow()
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/channels')
  const channels = outcome.value.reduce((sum, claim) => sum + claim.channels, 0)
  if (channels === 0) return doneForm('There was nothing to claim.')
  return doneForm(
    `${channels === 1 ? 'One channel is' : `${channels} channels are`} being claimed. The transaction appears here, in seconds as a rule.`,
  )
}
