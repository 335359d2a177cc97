import { useTranslations } from 'next-intl'
import { assetFacts } from '@/lib/base/chains/assets'
import { Amount } from '@/lib/site/ui/amount'
import type { LibraryPurchase } from '../_server/library'

/** An amount in the asset of a purchase; in atomic units for an asset that this server no longer knows. */
export function AmountOfPurchase({
  purchase: { network, asset },
  amountAtomic,
}: {
  purchase: Pick<LibraryPurchase, 'network' | 'asset'>
  amountAtomic: bigint
}) {
  const t = useTranslations('library.purchases')
  const facts = assetFacts(network, asset)
  if (facts) return <Amount amountAtomic={amountAtomic} {...facts} />
  return <span className="figures">{t('units', { amount: amountAtomic.toString(), asset })}</span>
}
