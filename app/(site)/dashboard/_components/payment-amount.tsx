import { useTranslations } from 'next-intl'
import { assetFacts } from '@/lib/base/chains/asset-facts'
import { formatAtomic } from '@/lib/base/x402/money'
import { Amount } from '@/lib/site/ui/amount'

type PaymentAmountProps = { network: string; asset: string; amountAtomic: bigint }

/** An amount in its asset, with a minus below zero; in atomic units for an asset that this server no longer knows. */
export function PaymentAmount({ network, asset, amountAtomic }: PaymentAmountProps) {
  const t = useTranslations('payments')
  const facts = assetFacts(network, asset)
  const size = amountAtomic < 0n ? -amountAtomic : amountAtomic
  return (
    <span className="whitespace-nowrap">
      {amountAtomic < 0n && '−'}
      {facts ? (
        <Amount amountAtomic={size} {...facts} />
      ) : (
        <span className="figures">{t('units', { amount: size.toString() })}</span>
      )}
    </span>
  )
}

/** The figures of an amount without its unit, where the unit stands beside them. */
export function figuresOf({ network, asset, amountAtomic }: PaymentAmountProps): string {
  const facts = assetFacts(network, asset)
  if (amountAtomic < 0n) return `−${figuresOf({ network, asset, amountAtomic: -amountAtomic })}`
  return facts ? formatAtomic(amountAtomic, facts.decimals) : amountAtomic.toString()
}
