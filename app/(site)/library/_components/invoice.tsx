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
import type { LibraryPurchase } from '../_server/library'
import { issueOwnInvoice } from '../_server/library-actions'

/** Who sold and who bought, as they wrote it. */
export function Parties({ seller, buyer }: Invoice) {
  const t = useTranslations('library.invoice')
  const taxId = buyer?.taxId && t('taxIdOf', { id: buyer.taxId })
  const words = { seller: [seller.name, seller.address, seller.contact], buyer: [buyer?.name, buyer?.address, taxId] }
  return (
    <dl className="grid gap-6 pt-4 sm:grid-cols-2">
      {(['seller', 'buyer'] as const).map((party) => (
        <div key={party}>
          <dt className="text-small text-quiet">{t(party)}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{words[party].filter(Boolean).join('\n') || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The value in dollars, and tax: the part of the total that the seller's percentage makes, and the seller's note. */
export function taxLines(t: Translate<'library'>, purchase: LibraryPurchase, { seller }: Invoice): ReceiptLine[] {
  const { network, asset, chargedAtomic } = purchase
  const { tax: note, taxPercent: percent } = seller
  const coin = assetFacts(network, asset)
  const dollars = () => coin && <Amount {...coin} symbol="USD" amountAtomic={chargedAtomic} />
  const value = isTestNetwork(network) ? t('invoice.noDollars') : coin && t.rich('invoice.dollars', { dollars })
  const net = netOf(chargedAtomic, percent)
  const amount = (atomic: bigint) => <PaymentAmount {...purchase} amountAtomic={atomic} />
  const split = { net: () => amount(net), tax: () => amount(chargedAtomic - net) }
  return [
    { label: t('invoice.value'), value },
    { label: t('invoice.tax'), value: percent && t.rich('invoice.split', { percent, ...split }) },
    { label: t('invoice.note'), value: note && <span className="whitespace-pre-line">{note}</span> },
  ]
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
