'use server'

import { readLanguage } from '@/app/_site/language'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const saveMailbox = sellerForm(
  async (form) => {
    const language = await readLanguage()
    const tellsEachSale = form.has('tellsEachSale')
    return sellerActions.setMailbox({ address: textIn(form, 'address'), tellsEachSale, language })
  },
  ({ address, isConfirmed }, t) => doneForm(isConfirmed ? t('saved') : t('linkSent', { address: address ?? '' })),
)

export const dropMailbox = sellerForm(
  () => sellerActions.removeMailbox(),
  '/dashboard/notifications?done=mailboxRemoved',
)
