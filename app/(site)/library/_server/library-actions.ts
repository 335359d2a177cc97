'use server'

import { redirect } from 'next/navigation'
import { textIn } from '../../dashboard/_server/form-state'
import { sellerForm } from '../../dashboard/_server/seller-form'
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
