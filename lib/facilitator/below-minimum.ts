import type { Payment } from '@/lib/base/chains/settlement/settlement-chain'
import { reasons } from '@/lib/base/x402/reasons'

/** Refuses a payment that authorises less than its settlement should cost us; null for any other. */
export function belowMinimum({ authorization }: Pick<Payment, 'authorization'>, minimumAtomic: bigint) {
  const { amountAtomic, asset, network } = authorization
  if (amountAtomic >= minimumAtomic) return null
  const message = `Expected at least ${minimumAtomic} atomic units of ${asset} on ${network}, got ${amountAtomic}.`
  return { reason: reasons.amountBelowMinimum, message }
}
