import { Link } from '@/lib/ui/link'
import { networkName } from '@/lib/x402/networks'
import { findOwnPurchase } from '../_server/own-purchase'
import { AmountOfPurchase } from './amount-of-purchase'

/** The receipt of what the reader has bought at a path of this site, in one line; nothing without a payment. */
export async function ReceiptLink({ path }: { path: string }) {
  const purchase = await findOwnPurchase(path)
  if (!purchase) return null
  return (
    <Link href={`/library/receipts/${purchase.paymentId}`} className="inline-flex min-h-11 items-center">
      <span>
        <AmountOfPurchase purchase={purchase} amountAtomic={purchase.chargedAtomic} /> on{' '}
        {networkName(purchase.network)}, receipt
      </span>
    </Link>
  )
}
