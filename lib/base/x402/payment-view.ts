import type { PaymentStatus } from './payment-status'

/** How much of what was paid has been given back. */
export const givenBackStates = ['none', 'part', 'whole'] as const
export type GivenBack = (typeof givenBackStates)[number]

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
  /** What the chain has shown to be given back. */
  refundedAtomic: bigint
  /** Refunds that are promised and not on the chain yet. */
  promisedAtomic: bigint
  givenBack: GivenBack
  /** What came in less what was given back; null until it is paid. */
  keptAtomic: bigint | null
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
