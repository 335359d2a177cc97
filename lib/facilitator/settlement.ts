import type { PreparedSettlement, SettlementRefusal } from '@/lib/base/chains/settlement/settlement-chain'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
import type { SettleOutcome, VerifyResponse } from '@/lib/base/x402/wire'
import type { CallerNote } from '@/lib/payments/settling-note'
import type { NetworkSettler } from './create-network-settler'
import type { GasUse } from './ledger/gas-spending'
import type { FacilitatorDeps, FacilitatorLimits, NotedSale } from './ports'
import type { PaymentRequest } from './read-payment'

export type SettleCaller = {
  /** A caller over HTTP, whose share of the gas it counts towards; absent for this process's own gate. */
  caller?: string
  /** Least amount of a payment, in atomic units of its asset. */
  minimumAtomic?: bigint
}

export type SettleOptions = {
  /** The caller that verified it: no other may settle it. */
  holder?: string
  /** False answers `unknown` as soon as the transaction is on its way. */
  isWaiting?: boolean
  /**
   * The caller's note that it is settling, written before anything is sent. A caller with one writes the outcome too: it gets
   * it at once, and waits for what is `written` here before it tells anyone.
   */
  note?: CallerNote
  /** Receivers for which our key signs refunds that they did not sign; none when omitted. */
  maySignRefund?: (receiver: string) => boolean
} & SettleCaller

/** The part of a scheme beyond transfers: payloads that authorise none, and what is told of its payments that settled. */
export type RequestScheme = {
  /** True for a payload that authorises no transfer. */
  isRequest(request: PaymentRequest): boolean
  verify(context: FacilitatorContext, request: PaymentRequest): Promise<VerifyResponse>
  settle(context: FacilitatorContext, request: PaymentRequest, options?: SettleOptions): Promise<SettleOutcome>
  complete(settlement: Settlement, payment: SignedPayment, outcome: SettledOutcome): Promise<SettledOutcome>
}

export type SettledOutcome = Extract<SettleOutcome, { kind: 'settled' }>

export type FacilitatorContext = {
  deps: FacilitatorDeps
  limits: FacilitatorLimits
  /** Fails for a network that is not configured. */
  settler(network: string): NetworkSettler
  settlers: readonly NetworkSettler[]
  /** Null where only payments are settled. */
  requests: RequestScheme | null
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
