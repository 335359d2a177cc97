import { getFormatter, getTranslations } from 'next-intl/server'
import { boughtAmong } from '@/app/_server/reader'
import { networkName } from '@/lib/base/x402/networks'
import { Link } from '@/lib/site/ui/link'
import { Timestamp } from '@/lib/site/ui/timestamp'
import { BoughtLine } from '@/lib/site/ui/toll-bar'
import { PaymentAmount } from '../dashboard/_components/payment-amount'
import { refundedOf } from '../library/_components/purchases'
import { findOwnPurchase } from '../library/_server/library'

/** Stands in place of the price of an owned thing: since when, and the receipt if the reader paid for it. */
export async function OwnedLine({ path }: { path: string }) {
  const [t, format, purchase] = await Promise.all([
    getTranslations('library.owned'),
    getFormatter(),
    findOwnPurchase(path),
  ])
  const until = purchase ? null : (await boughtAmong([path])).get(path)
  const since = purchase && format.dateTime(purchase.settledAt, { dateStyle: 'long', timeZone: 'UTC' })
  const stateOf = () => {
    if (since !== null) return t('since', { date: since })
    return until ? t('byPass', { date: format.dateTime(until, { dateStyle: 'long', timeZone: 'UTC' }) }) : t('yours')
  }
  return (
    <BoughtLine state={stateOf()}>
      {purchase && (
        <Link href={`/library/receipts/${purchase.paymentId}`} className="inline-flex min-h-11 items-center">
          <span>
            {t.rich('receipt', {
              network: networkName(purchase.network),
              amount: () => <PaymentAmount {...purchase} amountAtomic={purchase.chargedAtomic} />,
            })}
          </span>
        </Link>
      )}
    </BoughtLine>
  )
}

/** For a reader whose money came back: when, and what opens it again. Nothing for others. */
export async function CameBack({ path, price }: { path: string; price: string }) {
  const purchase = await findOwnPurchase(path)
  const last = purchase?.refunds.at(-1)
  if (!purchase || !last?.confirmedAt || purchase.isKept) return null
  const { confirmedAt } = last
  const t = await getTranslations('library.owned')
  return (
    <p className="border-s-4 border-settled px-4 py-2 text-small">
      {t.rich('cameBack', {
        price,
        date: () => <Timestamp at={confirmedAt} />,
        amount: () => <PaymentAmount {...purchase} amountAtomic={refundedOf(purchase)} />,
      })}
    </p>
  )
}
