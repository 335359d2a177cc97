import type { PaymentStatus } from '@/lib/x402/payment-status'

/** A payment as the seller who got it, or did not, sees it. Its signature and payload stay where they are. */
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

export type StoredPayment = Omit<PaymentView, 'authorizedAtomic' | 'settledAtomic'> & {
  authorizedAtomic: string
  settledAtomic: string | null
}

/** Amounts leave the database as digits, since a number would round them. */
export function toPaymentView(row: StoredPayment): PaymentView {
  const settledAtomic = row.settledAtomic === null ? null : BigInt(row.settledAtomic)
  return { ...row, authorizedAtomic: BigInt(row.authorizedAtomic), settledAtomic }
}
