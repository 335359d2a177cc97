import type { PaymentStatus } from './payment-status'

/** A payment as its seller may see it. Its signature and payload stay in the ledger. */
export type PaymentView = {
  paymentId: string
  routeKey: string
  resourceUri: string
  network: string
  scheme: string
  asset: string
  payer: string
  payTo: string
  authorizedAtomic: bigint
  /** Null until the amount is known. */
  settledAtomic: bigint | null
  status: PaymentStatus
  reason: string | null
  transaction: string | null
  isPreempted: boolean
  wasUnknown: boolean
  challengedAt: Date | null
  claimedAt: Date
  verifiedAt: Date | null
  producedAt: Date | null
  settlingAt: Date | null
  settledAt: Date | null
  deliveredAt: Date | null
  endedAt: Date | null
}
