'use server'

import { sellerActions } from '../_server/seller-actions'
import { doneForm } from './form-state'
import { sellerForm } from './seller-form'

export const claimOwnChannels = sellerForm(
  () => sellerActions.claimNow(),
  (claims, t) => {
    const channels = claims.reduce((sum, claim) => sum + claim.channels, 0)
    return doneForm(channels === 0 ? t('nothingToClaim') : t('claiming', { channels }))
  },
)
