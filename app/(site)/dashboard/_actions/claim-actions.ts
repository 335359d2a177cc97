'use server'

import { revalidatePath } from 'next/cache'
import { getTranslations } from 'next-intl/server'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, type FormState, refusedForm } from './form-state'

export async function claimOwnChannels(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.claimNow()
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard/channels')
  const channels = outcome.value.reduce((sum, claim) => sum + claim.channels, 0)
  const t = await getTranslations('formDone')
  return doneForm(channels === 0 ? t('nothingToClaim') : t('claiming', { channels }))
}
