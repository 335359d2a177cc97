'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { handleOfName } from '@/lib/shop/sellers/shop-handle'
import { linksAsText, linksIn } from '../_components/links-as-text'
import { openDashboard } from '../_server/dashboard'
import { sellerActions } from '../_server/seller-actions'
import { doneForm, expectedIn, type FormState, proofIn, refusedForm } from './form-state'

const text = (form: FormData, name: string) => String(form.get(name) ?? '')

export async function openShop(_state: FormState, form: FormData): Promise<FormState> {
  const name = text(form, 'name')
  const handle = text(form, 'handle').trim() || handleOfName(name)
  const payees = form.getAll('payee').map((payee) => {
    const [network = '', address = ''] = String(payee).split(' ')
    return { network, address }
  })
  const outcome = await sellerActions.createSeller({ handle, name, invitation: text(form, 'invitation'), payees })
  if (!outcome.ok) return refusedForm(form, outcome)
  // The layout shows this form until it is requested again.
  revalidatePath('/dashboard', 'layout')
  redirect(payees.length > 0 ? '/dashboard/routes/new' : '/dashboard/payees')
}

export async function closeShop(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.closeShop({ handle: text(form, 'handle') })
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard')
}

export async function saveProfile(_state: FormState, form: FormData): Promise<FormState> {
  const links = linksIn(text(form, 'links'))
  const said = { name: text(form, 'name'), about: text(form, 'about').replaceAll('\r\n', '\n') }
  const isDropped = text(form, 'dropPicture') !== ''
  const picture = isDropped ? null : text(form, 'picture') || null
  const outcome = await sellerActions.saveProfile(
    { ...said, links, picture, takesBudgets: text(form, 'takesBudgets') !== '' },
    expectedIn(form),
  )
  if (!outcome.ok) {
    const stored = outcome.current === null ? null : (await openDashboard())?.seller?.profile
    const refused = refusedForm(form, outcome)
    if (!stored || outcome.current === null) return refused
    const theirs = { name: [stored.name], about: [stored.about], links: [linksAsText(stored.links)] }
    return { ...refused, conflict: { version: outcome.current, theirs } }
  }
  revalidatePath('/dashboard', 'layout')
  const t = await getTranslations('formDone')
  return { ...doneForm(t('saved')), version: outcome.value.version }
}

/** The first call returns the message to sign; with the signature the change is made. */
export async function setPayTo(_state: FormState, form: FormData): Promise<FormState> {
  const address = text(form, 'address').trim()
  const confirmation = text(form, 'isConfirmed') === 'yes' ? text(form, 'confirmation') : ''
  const input = { network: text(form, 'network'), address, confirmation }
  const outcome = await sellerActions.confirmPayTo(input, proofIn(form))
  if (!outcome.ok) return refusedForm(form, outcome)
  revalidatePath('/dashboard', 'layout')
  const t = await getTranslations('formDone')
  return doneForm(t(outcome.value.isProposed ? 'payeeProposed' : 'payeeConfirmed'))
}

export async function setTwoPerson(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.setTwoPerson(text(form, 'isOn') === 'yes', proofIn(form))
  return outcome.ok ? againAtPayees() : refusedForm(form, outcome)
}

export async function approveProposal(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.approveProposal(text(form, 'proposalId'), proofIn(form))
  return outcome.ok ? againAtPayees() : refusedForm(form, outcome)
}

export async function cancelProposal(_state: FormState, form: FormData): Promise<FormState> {
  const outcome = await sellerActions.cancelProposal(text(form, 'proposalId'))
  return outcome.ok ? againAtPayees() : refusedForm(form, outcome)
}

function againAtPayees(): never {
  revalidatePath('/dashboard', 'layout')
  redirect('/dashboard/payees')
}
