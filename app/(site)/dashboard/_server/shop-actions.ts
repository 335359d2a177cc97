'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { linksIn } from '../_components/links-as-text'
import { act, closeOwnShop, openDashboard, openShop as openOwnShop } from './dashboard'
import { doneForm, expectedIn, type FormState, refusedForm, textIn } from './form-state'
import { operationForm, sellerForm } from './seller-form'

export const openShop = sellerForm(
  (form) => {
    const name = textIn(form, 'name')
    const handle = textIn(form, 'handle').trim() || handleOfName(name)
    const payees = form.getAll('payee').map((payee) => {
      const [network = '', address = ''] = String(payee).split(' ')
      return { network, address }
    })
    return openOwnShop({ handle, name, payees })
  },
  (_shop, _t, form) => redirect(form.has('payee') ? startOf(textIn(form, 'goTo')) : '/dashboard/payees'),
)

/** The page of the dashboard that the new seller came for; without one, the choice of what to sell. */
const startOf = (goTo: string) => (/^\/dashboard\/[a-z/]+(\?[\w=&]*)?$/.test(goTo) ? goTo : '/dashboard/routes/new')

export const closeShop = sellerForm((form) => closeOwnShop({ handle: textIn(form, 'handle') }), '/dashboard')

export async function saveProfile(_state: FormState, form: FormData): Promise<FormState> {
  const links = linksIn(textIn(form, 'links'))
  const said = { name: textIn(form, 'name'), about: textIn(form, 'about').replaceAll('\r\n', '\n') }
  const isDropped = textIn(form, 'dropPicture') !== ''
  const picture = isDropped ? null : textIn(form, 'picture') || null
  const invoice = Object.fromEntries(
    ['name', 'address', 'contact', 'tax', 'taxPercent'].map((name) => [
      name,
      textIn(form, `invoice.${name}`).replaceAll('\r\n', '\n'),
    ]),
  )
  const body = { ...said, links, picture, invoice, takesBudgets: textIn(form, 'takesBudgets') !== '' }
  const outcome = await act('saveProfile', {}, { body, expected: expectedIn(form) })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  const t = await getTranslations('formDone')
  const version = (await openDashboard())?.seller?.version
  return { ...doneForm(t('saved')), ...(version !== undefined && { version }) }
}

/** The first call returns the message to sign; with the signature the change is made. */
export const setPayTo = operationForm(
  'confirmPayTo',
  (_, t) => doneForm(t('payeeConfirmed')),
  (form) => ({ confirmation: textIn(form, 'confirmation') }),
)
