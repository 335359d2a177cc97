import { getFormatter, getTranslations } from 'next-intl/server'
import { coveredUntil } from '@/app/_server/reader'
import { networkName } from '@/lib/base/x402/networks'
import { BoughtLine } from '@/lib/site/ui/bought-line'
import { Link } from '@/lib/site/ui/link'
import { findOwnPurchase } from '../_server/own-purchase'
import { AmountOfPurchase } from './amount-of-purchase'

/** Stands in place of the price of an owned thing: since when, and the receipt if the reader paid for it. */
export async function OwnedLine({ path }: { path: string }) {
  const [t, format, purchase] = await Promise.all([
    getTranslations('library.owned'),
    getFormatter(),
    findOwnPurchase(path),
  ])
  const until = purchase ? null : (await coveredUntil([path])).get(path)
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
              amount: () => <AmountOfPurchase purchase={purchase} amountAtomic={purchase.chargedAtomic} />,
            })}
          </span>
        </Link>
      )}
      <Link href="/library" className="inline-flex min-h-11 items-center">
        {t('library')}
      </Link>
    </BoughtLine>
  )
}
