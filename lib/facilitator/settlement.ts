import type { PreparedSettlement, SettlementRefusal } from '@/lib/base/chains/settlement/settlement-chain'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { CallerNote } from '@/lib/payments/settling-note'
import type { NetworkSettler } from './create-network-settler'
import type { GasUse } from './ledger/gas-spending'
import type { FacilitatorDeps, FacilitatorLimits, NotedSale } from './ports'

export type FacilitatorContext = {
  deps: FacilitatorDeps
  limits: FacilitatorLimits
  /** Fails for a network that is not configured. */
  settler(network: string): NetworkSettler
  settlers: readonly NetworkSettler[]
}

/** One call of settle. `deadline` is when it stops waiting, in the time of `performance.now`. */
export type Settlement = {
  context: FacilitatorContext
  settler: NetworkSettler
  /** The payment, or the action of a receiver in the same form. */
  payment: Pick<SignedPayment, 'payload' | 'requirements' | 'authorization'>
  payloadDigest: string
  prepare(): Promise<PreparedSettlement | SettlementRefusal>
  /** The holder of the reservation; null for callers without one. */
  holder: string | null
  deadline: number
  /** A stranger's declaration of the purchase: read once, and never before the payment is claimed. */
  readSale(): NotedSale | null
  /** Written before anything is sent or spent. */
  note: CallerNote | null
  gasUse: GasUse
}
