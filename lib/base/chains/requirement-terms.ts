import { isAddress, isBurnAddress } from '@/lib/base/x402/addresses'
import { MoneyError, parseAmountAtomic } from '@/lib/base/x402/money'
import type { Family } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import { PayloadError } from './errors'

/** The amount that requirements ask for. They may come from another server, so their form is checked too. */
export function requiredAmount(requirements: PaymentRequirements): bigint {
  try {
    return parseAmountAtomic(requirements.amount)
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    throw new PayloadError(reasons.invalidPaymentRequirements, 'Expected the required amount in decimal digits.')
  }
}

export function requirePayTo(family: Family, requirements: PaymentRequirements): string {
  const { payTo } = requirements
  if (isAddress(family, payTo) && !isBurnAddress(family, payTo)) return payTo
  throw new PayloadError(
    reasons.invalidPaymentRequirements,
    'Expected payTo to be an address of the network that somebody has the key of.',
  )
}
