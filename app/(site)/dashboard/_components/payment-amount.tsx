import { useTranslations } from 'next-intl'
import { assetFacts } from '@/lib/base/chains/assets'
import { formatAtomic } from '@/lib/base/x402/money'
import type { PaymentView } from '@/lib/base/x402/views'
import type { Earning } from '@/lib/payments/sum-earnings'
import { Amount, useLocalDigits } from '@/lib/site/ui/amount'
import { Badge } from '@/lib/site/ui/badge'
import type { Column } from '@/lib/site/ui/data-table'
import { paymentBadges, stateOf } from './payment-words'

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
function figuresOf({ network, asset, amountAtomic }: PaymentAmountProps): string {
  const facts = assetFacts(network, asset)
  if (amountAtomic < 0n) return `−${figuresOf({ network, asset, amountAtomic: -amountAtomic })}`
  return facts ? formatAtomic(amountAtomic, facts.decimals) : amountAtomic.toString()
}

type KeptLineProps = Pick<
  Earning,
  'network' | 'asset' | 'amountAtomic' | 'refundedAtomic' | 'promisedAtomic' | 'keptAtomic'
>

/** "Kept 0.07 USDC · came in 0.17 USDC · given back 0.10 USDC": a sum, and what it leaves out. */
export function KeptLine({ network, asset, amountAtomic, refundedAtomic, promisedAtomic, keptAtomic }: KeptLineProps) {
  const t = useTranslations('earnings')
  const amount = (atomic: bigint) => <PaymentAmount {...{ network, asset }} amountAtomic={atomic} />
  return (
    <span>
      {t.rich('line', {
        kept: () => amount(keptAtomic),
        came: () => amount(amountAtomic),
        given: () => amount(refundedAtomic),
      })}
      {promisedAtomic > 0n && <> · {t.rich('promised', { amount: () => amount(promisedAtomic) })}</>}
    </span>
  )
}

/** The state of a payment: "Settled", "Given back", "0.04 of 0.10 given back". */
export function PaymentBadge({ payment }: { payment: PaymentView }) {
  const t = useTranslations('payments')
  const { network, asset, settledAtomic, refundedAtomic } = payment
  const state = stateOf(payment)
  const inDigits = useLocalDigits()
  const figures = (amountAtomic: bigint | null) =>
    inDigits(figuresOf({ network, asset, amountAtomic: amountAtomic ?? 0n }))
  return (
    <Badge state={paymentBadges[state]}>
      {state === 'given_back_in_part'
        ? t('givenBackOf', { back: figures(refundedAtomic), paid: figures(settledAtomic) })
        : t(`status.${state}`)}
    </Badge>
  )
}

type InAsset = Pick<PaymentAmountProps, 'network' | 'asset'>

export const amountColumn = <Name extends string, Row extends InAsset & Readonly<Record<Name, bigint>>>(
  title: string,
  name: Name,
): Column<Row> => ({
  title,
  isNumeric: true,
  cell: (row) => <PaymentAmount {...row} amountAtomic={row[name]} />,
})
