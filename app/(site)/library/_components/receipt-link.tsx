import { getTranslations } from 'next-intl/server'
import { networkName } from '@/lib/base/x402/networks'
import { Link } from '@/lib/site/ui/link'
import { findOwnPurchase } from '../_server/own-purchase'
import { AmountOfPurchase } from './amount-of-purchase'

/** The receipt for the reader's purchase at a path of this site, in one line; nothing without a payment. */
export async function ReceiptLink({ path }: { path: string }) {
  const purchase = await findOwnPurchase(path)
  if (!purchase) return null
  const t = await getTranslations('library.purchases')
  return (
    <Link href={`/library/receipts/${purchase.paymentId}`} className="inline-flex min-h-11 items-center">
      <span>
        {t.rich('receiptLine', {
          network: networkName(purchase.network),
          amount: () => <AmountOfPurchase purchase={purchase} amountAtomic={purchase.chargedAtomic} />,
        })}
      </span>
    </Link>
  )
}
