import { useTranslations } from 'next-intl'
import type { PaymentView } from '@/lib/base/x402/payment-view'
import { Badge } from '@/lib/site/ui/badge'
import { useLocalDigits } from '@/lib/site/ui/use-local-digits'
import { figuresOf } from './payment-amount'
import { paymentBadges, stateOf } from './payment-words'

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
