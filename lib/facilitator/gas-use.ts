import { addressIdentity } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import type { PaymentRequirements } from '@/lib/base/x402/wire'

/**
 * What a transaction's gas is spent for: payments, deposits into channels among them, or what receivers ask for of their
 * channels. Each has a purse of its own, so that payments never keep earned money from being claimed.
 */
export type GasPurpose = 'payment' | 'channel'

export type GasUse = {
  purpose: GasPurpose
  /** The seller whom it serves, by its identity. */
  payee: string
  /** Who asked for it: a caller over HTTP; empty for this process's own gate. */
  caller: string
  /** As how many settlements it counts: a claim as many as it claims channels. One unless told. */
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
