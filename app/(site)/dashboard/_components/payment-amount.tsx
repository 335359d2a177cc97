import { useTranslations } from 'next-intl'
import { assetFacts } from '@/lib/base/chains/asset-facts'
import { Amount } from '@/lib/site/ui/amount'

/** An amount in its asset; in atomic units for an asset that this server no longer knows. */
export function PaymentAmount({
  network,
  asset,
  amountAtomic,
}: {
  network: string
  asset: string
  amountAtomic: bigint
}) {
  const t = useTranslations('payments')
  const facts = assetFacts(network, asset)
  if (facts) return <Amount amountAtomic={amountAtomic} {...facts} />
  return <span className="figures">{t('units', { amount: amountAtomic.toString() })}</span>
}
