import type { PaymentStatus } from '@/lib/base/x402/payment-status'

export type PaymentSaid = {
  paymentId: string
  routeKey: string
  resourceUri: string
  network: string
  asset: string
  payer: string
  payTo: string
  /** The charged amount in digits; null where nothing was charged. */
  amountAtomic: string | null
  refundedAtomic: string
  status: PaymentStatus
  reason: string | null
  transaction: string | null
}

/** A payment as every event of payments says it: what came in, what was given back, and what was kept of it. */
export function paymentFacts(payment: PaymentSaid) {
  const { paymentId, routeKey, resourceUri, network, asset, payer, payTo } = payment
  const { amountAtomic, refundedAtomic, status, reason, transaction } = payment
  const keptAtomic = amountAtomic === null ? null : (BigInt(amountAtomic) - BigInt(refundedAtomic)).toString()
  return {
    ...{ paymentId, routeKey, resourceUri, network, asset, payer, payTo },
    ...{ amountAtomic, refundedAtomic, keptAtomic, status, reason, transaction },
  }
}
