'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { linksIn } from '../_components/links-as-text'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, expectedIn, type FormState, proofIn, refusedForm, textIn } from './form-state'
import { sellerForm } from './seller-form'

export const openShop = sellerForm(
  (form) => {
    const name = textIn(form, 'name')
    const handle = textIn(form, 'handle').trim() || handleOfName(name)
    const payees = form.getAll('payee').map((payee) => {
      const [network = '', address = ''] = String(payee).split(' ')
      return { network, address }
    })
    return sellerActions.createSeller({ handle, name, payees })
  },
  (_shop, _t, form) => redirect(form.has('payee') ? '/dashboard/routes/new' : '/dashboard/payees'),
)

export const closeShop = sellerForm((form) => sellerActions.closeShop({ handle: textIn(form, 'handle') }), '/dashboard')

export async function saveProfile(_state: FormState, form: FormData): Promise<FormState> {
  const links = linksIn(textIn(form, 'links'))
  const said = { name: textIn(form, 'name'), about: textIn(form, 'about').replaceAll('\r\n', '\n') }
  const isDropped = textIn(form, 'dropPicture') !== ''
  const picture = isDropped ? null : textIn(form, 'picture') || null
  const outcome = await sellerActions.saveProfile(
    { ...said, links, picture, takesBudgets: textIn(form, 'takesBudgets') !== '' },
    expectedIn(form),
  )
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  const t = await getTranslations('formDone')
  return { ...doneForm(t('saved')), version: outcome.value.version }
}

/** The first call returns the message to sign; with the signature the change is made. */
export const setPayTo = sellerForm(
  (form) => {
    const address = textIn(form, 'address').trim()
    const confirmation = textIn(form, 'isConfirmed') === 'yes' ? textIn(form, 'confirmation') : ''
    return sellerActions.confirmPayTo({ network: textIn(form, 'network'), address, confirmation }, proofIn(form))
  },
  (_, t) => doneForm(t('payeeConfirmed')),
)
