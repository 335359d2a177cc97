import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'

/**
 * Purpose of a transaction's gas: payments (also deposits into channels), or receivers' requests about their channels.
 * Each has a separate purse, so that payments never keep earned money from being claimed.
 */
export type GasPurpose = 'payment' | 'channel'

export type GasUse = {
  purpose: GasPurpose
  payee: string
  /** The caller over HTTP that asked for it; empty for this process's own gate. */
  caller: string
  /** Number of settlements that it counts as: for a claim, its channels. One when omitted. */
  settlements?: number
}

/** Only the terms name the seller of a deposit or a refund. */
export function gasUseOf(
  purpose: GasPurpose,
  { network, payTo }: Pick<PaymentRequirements, 'network' | 'payTo'>,
  caller = '',
): GasUse {
  const family = familyOf(network)
  return { purpose, payee: family ? addressIdentity(family, payTo) : payTo, caller }
}
