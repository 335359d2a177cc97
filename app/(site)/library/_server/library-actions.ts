'use server'

import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { textIn } from '../../dashboard/_server/form-state'
import { sellerForm } from '../../dashboard/_server/seller-form'
import { giveBack } from './channels'
import { closeOwnAccount, issueInvoice } from './library'

export const closeAccount = sellerForm((form) => closeOwnAccount(textIn(form, 'ending')), '/library')

export const issueOwnInvoice = sellerForm(
  (form) => {
    const address = textIn(form, 'address').replaceAll('\r\n', '\n')
    const written = { name: textIn(form, 'name'), taxId: textIn(form, 'taxId'), address }
    return issueInvoice(textIn(form, 'paymentId'), written)
  },
  (_issued, _t, form) => redirect(`/library/receipts/${textIn(form, 'paymentId')}`),
)

/** The outcome of asking for a channel's balance; `amount` in atomic units. */
export type GivenBack = { ok: true; amount: string } | { ok: false; message: string }

export async function giveBackRest(network: string, id: string): Promise<GivenBack> {
  const outcome = await giveBack({ network: String(network).slice(0, 100), id: String(id).slice(0, 100) })
  if (outcome.kind === 'returned') return { ok: true, amount: outcome.amountAtomic.toString() }
  const t = await getTranslations('libraryActions.channel.ends')
  return { ok: false, message: t(outcome.kind) }
}
