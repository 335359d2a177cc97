import { useTranslations } from 'next-intl'
import { Form } from '@/app/(site)/_components/form'
import { PaymentAmount } from '@/app/(site)/dashboard/_components/payment-amount'
import { assetFacts } from '@/lib/base/chains/assets'
import { netOf } from '@/lib/base/x402/money'
import { isTestNetwork } from '@/lib/base/x402/networks'
import type { Invoice } from '@/lib/base/x402/views'
import type { Translate } from '@/lib/site/messages/translate'
import { Amount } from '@/lib/site/ui/amount'
import { TextAreaField, TextField } from '@/lib/site/ui/fields'
import type { ReceiptLine } from '@/lib/site/ui/receipt'
import { Timestamp } from '@/lib/site/ui/timestamp'
import type { LibraryPurchase } from '../_server/library'
import { issueOwnInvoice } from '../_server/library-actions'

/**
 * The part of an invoice that the receipt does not have: who sold and bought, as they wrote it, the value in dollars,
 * and tax: the seller's note, and the part of the total that its percentage makes.
 */
export function invoiceLines(t: Translate<'library'>, purchase: LibraryPurchase, invoice: Invoice): ReceiptLine[] {
  const { network, asset, chargedAtomic } = purchase
  const { seller, buyer, issuedAt } = invoice
  const { tax, taxPercent: percent } = seller
  const coin = assetFacts(network, asset)
  const dollars = () => coin && <Amount {...coin} symbol="USD" amountAtomic={chargedAtomic} />
  const net = netOf(chargedAtomic, percent)
  const split = {
    net: () => <PaymentAmount {...purchase} amountAtomic={net} />,
    tax: () => <PaymentAmount {...purchase} amountAtomic={chargedAtomic - net} />,
  }
  const said = (words: (string | false | undefined)[]) => words.filter(Boolean).join('\n')
  const lines = {
    seller: said([seller.name, seller.address, seller.contact]),
    buyer: said([buyer?.name, buyer?.address, buyer?.taxId && t('invoice.taxIdOf', { id: buyer.taxId })]),
    issued: <Timestamp at={new Date(issuedAt)} />,
    value: isTestNetwork(network) ? t('invoice.noDollars') : coin && t.rich('invoice.dollars', { dollars }),
    tax: percent && t.rich('invoice.split', { percent, ...split }),
    note: tax,
  }
  return (Object.keys(lines) as (keyof typeof lines)[]).flatMap((name) =>
    lines[name]
      ? [{ label: t(`invoice.${name}`), value: <span className="whitespace-pre-line">{lines[name]}</span> }]
      : [],
  )
}

/** Asks for the invoice, or for the buyer's words on one that its seller has issued. */
export function InvoiceForm({ paymentId, invoice }: Pick<LibraryPurchase, 'paymentId' | 'invoice'>) {
  const t = useTranslations('library.invoice')
  if (invoice?.buyer) return null
  const ask = { label: t(invoice ? 'addBuyer' : 'ask') }
  return (
    <div className="print:hidden">
      <Form action={issueOwnInvoice} hidden={{ paymentId }} ask={ask} label={t('issue')} className="grid w-full gap-4">
        <TextField name="name" label={t('name')} maxLength={120} autoComplete="name" />
        <TextAreaField name="address" label={t('address')} maxLength={400} rows={4} />
        <TextField name="taxId" label={t('taxId')} maxLength={60} />
        <p className="text-small text-quiet">{t('stays')}</p>
      </Form>
    </div>
  )
}
