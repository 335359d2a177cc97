import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CopyId } from '@/lib/ui/copy-id'
import { Link } from '@/lib/ui/link'
import { PrintButton } from '@/lib/ui/print-button'
import { Receipt, type ReceiptLine } from '@/lib/ui/receipt'
import { Timestamp } from '@/lib/ui/timestamp'
import { isTestNetwork, networkName } from '@/lib/x402/networks'
import { payeeOf, siteFacts } from '../../../../_server/site-facts'
import { AmountOfPurchase } from '../../_components/amount-of-purchase'
import { readBoughtTitles } from '../../_server/bought-titles'
import { type PurchaseView, readReceipt } from '../../_server/library'

export const metadata: Metadata = { title: 'Receipt', robots: { index: false } }

type Props = { params: Promise<{ paymentId: string }> }

export default async function ReceiptPage({ params }: Props) {
  const purchase = await readReceipt((await params).paymentId)
  if (!purchase) notFound()
  const { origin, name } = await siteFacts()
  return (
    <div className="mx-auto grid max-w-[44rem] gap-8">
      <header className="grid gap-4">
        <p className="print:hidden">
          <Link href="/library" className="inline-flex min-h-11 items-center">
            Library
          </Link>
        </p>
        <h1 className="font-serif text-display font-strong">Receipt</h1>
        <p className="text-quiet">
          {name}, {origin}
        </p>
      </header>
      <Receipt
        lines={linesOf(purchase, {
          title: (await readBoughtTitles([purchase.resourceUri]))(purchase.resourceUri).title,
          payee: await payeeOf(purchase.resourceUri),
        })}
        totals={[
          { label: 'Charged', value: <AmountOfPurchase purchase={purchase} amountAtomic={purchase.chargedAtomic} /> },
          ...purchase.refunds.map(({ refundId, amountAtomic, transaction }) => ({
            key: refundId,
            label: 'Given back',
            value: (
              <>
                <AmountOfPurchase purchase={purchase} amountAtomic={amountAtomic} />
                {transaction && (
                  <span className="mt-1 block text-small font-regular text-quiet">
                    <CopyId value={transaction} name="transaction of the refund" />
                  </span>
                )}
              </>
            ),
          })),
        ]}
      />
      <p className="flex flex-wrap items-center gap-4 print:hidden">
        <PrintButton />
        <a
          href={`/api/receipts/${purchase.paymentId}`}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          As JSON
        </a>
      </p>
    </div>
  )
}

function linesOf(purchase: PurchaseView, { title, payee }: { title: string; payee: string }): ReceiptLine[] {
  const { resourceUri, network, scheme, transaction, payer, payTo, settledAt, paymentId, authorizedAtomic } = purchase
  return [
    { label: 'Bought', value: title },
    { label: 'Address', value: <span className="figures text-small">{resourceUri}</span> },
    { label: 'Time', value: <Timestamp at={settledAt} /> },
    { label: 'Network', value: `${networkName(network)}${isTestNetwork(network) ? ', test money' : ''}` },
    ...(transaction ? [{ label: 'Transaction', value: <CopyId value={transaction} name="transaction" /> }] : []),
    { label: 'Paid from', value: <CopyId value={payer} name="payer's address" /> },
    { label: 'Paid to', value: payee },
    { label: 'At the address', value: <CopyId value={payTo} name="payee's address" /> },
    ...(scheme === 'upto'
      ? [
          {
            label: 'Signed for at most',
            value: <AmountOfPurchase purchase={purchase} amountAtomic={authorizedAtomic} />,
          },
        ]
      : []),
    { label: 'Network fee', value: 'None' },
    { label: 'Payment', value: <CopyId value={paymentId} name="payment id" /> },
  ]
}
