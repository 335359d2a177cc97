import { getTranslations } from 'next-intl/server'
import { MissingPage } from '@/app/_components/missing-page'
import { titled, unindexed } from '@/app/_components/titled'
import { payeeOf, siteFacts } from '@/app/_server/site-facts'
import { Page } from '@/app/(site)/_components/page'
import { PaymentAmount } from '@/app/(site)/dashboard/_components/payment-amount'
import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { buttonClass } from '@/lib/site/ui/button'
import { CopyId, PrintButton } from '@/lib/site/ui/copy-button'
import { Icon } from '@/lib/site/ui/goods-head'
import { Receipt } from '@/lib/site/ui/receipt'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { InvoiceForm, Parties, taxLines } from '../../_components/invoice'
import { SaveCopy } from '../../_components/purchases'
import { readBoughtTitles } from '../../_server/bought-titles'
import { readCopies, readReceipt, readSale } from '../../_server/library'

export const generateMetadata = titled('library.receipt.title', unindexed)

export default async function ReceiptPage({ params }: PageProps<'/library/receipts/[paymentId]'>) {
  const { paymentId } = await params
  const own = await readReceipt(paymentId)
  const purchase = own ?? (await readSale(paymentId))
  if (!purchase) return <MissingPage />
  const { resourceUri, isKept, accessEndsAt, invoice, chargedAtomic, network, transaction } = purchase
  const [{ origin, name }, t, copies] = await Promise.all([
    siteFacts(),
    getTranslations('library'),
    readCopies([purchase]),
  ])
  const copy = copies.get(paymentId)
  const { title, href, icon } = (await readBoughtTitles([resourceUri]))(resourceUri)
  const onNetwork = networkName(network)
  const amount = (atomic: bigint) => <PaymentAmount {...purchase} amountAtomic={atomic} />
  const id = (value: string, name: 'transactionId' | 'payer' | 'payee' | 'paymentId' | 'refundTransaction') => (
    <CopyId value={value} name={t(`receipt.${name}`)} />
  )
  return (
    <Page
      className="mx-auto max-w-[44rem]"
      back={{ href: '/library', label: t('title') }}
      title={t(invoice ? 'invoice.title' : 'receipt.title')}
      head={invoice ? <Parties {...invoice} /> : <p className="text-quiet">{`${name}, ${origin}`}</p>}
    >
      <Receipt
        lines={[
          { label: t('invoice.number'), value: invoice?.number },
          { label: t('invoice.issued'), value: invoice && <Timestamp at={new Date(invoice.issuedAt)} /> },
          { label: t('receipt.bought'), value: title },
          { label: t('receipt.address'), value: <span className="figures text-small">{resourceUri}</span> },
          { label: t('receipt.time'), value: <Timestamp at={purchase.settledAt} /> },
          {
            label: t('receipt.network'),
            value: isTestNetwork(network) ? t('receipt.testMoney', { network: onNetwork }) : onNetwork,
          },
          { label: t('receipt.transaction'), value: transaction && id(transaction, 'transactionId') },
          { label: t('receipt.paidFrom'), value: id(purchase.payer, 'payer') },
          {
            label: t('receipt.paidTo'),
            value: (
              <span className="inline-flex items-baseline gap-2">
                <Icon src={icon} size={20} />
                {await payeeOf(resourceUri)}
              </span>
            ),
          },
          { label: t('receipt.atAddress'), value: id(purchase.payTo, 'payee') },
          {
            label: t('receipt.signedFor'),
            value: purchase.scheme === 'upto' && amount(purchase.authorizedAtomic),
          },
          { label: t('receipt.fee'), value: t('receipt.noFee') },
          { label: t('receipt.payment'), value: id(paymentId, 'paymentId') },
          ...(invoice ? taxLines(t, purchase, invoice) : []),
          { label: t('receipt.kept'), value: copy !== undefined && !accessEndsAt && t('receipt.forGood') },
        ]}
        totals={[
          { label: t('receipt.charged'), value: amount(chargedAtomic) },
          ...purchase.refunds.map(({ refundId, amountAtomic, transaction: sent }) => ({
            key: refundId,
            label: t('receipt.givenBack'),
            value: (
              <>
                {amount(amountAtomic)}
                {sent && (
                  <span className="mt-1 block text-small font-regular text-quiet">{id(sent, 'refundTransaction')}</span>
                )}
              </>
            ),
          })),
        ]}
      />
      <div className="grid gap-2 print:hidden">
        <p className="flex gap-4 *:max-sm:flex-1">
          {own && isKept && (
            <a href={copy?.isArchived ? `/library/copies/${paymentId}` : href} className={buttonClass('primary')}>
              {t('receipt.open')}
            </a>
          )}
          <PrintButton />
        </p>
        <p className="flex flex-wrap gap-x-4 text-small sm:gap-x-6">
          {copy && <SaveCopy copy={copy} paymentId={paymentId} />}
          {own && (
            <a
              href={`/api/receipts/${paymentId}`}
              className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
            >
              {t('receipt.json')}
            </a>
          )}
        </p>
      </div>
      {own && chargedAtomic > 0n && new URL(resourceUri).pathname.startsWith('/x/') && <InvoiceForm {...own} />}
    </Page>
  )
}
