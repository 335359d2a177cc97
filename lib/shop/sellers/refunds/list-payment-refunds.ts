import { isPaid } from '@/lib/base/x402/payment-status'
import type { RefundView } from '@/lib/base/x402/refund-view'
import { listKeptRefunds } from '@/lib/payments/refund-ledger'
import type { Actor } from '../actor'
import { getPayment } from '../payments/get-payment'
import type { SellersContext } from '../ports'
import { sumRefunds } from './sum-refunds'

export type PaymentRefunds = {
  /** Confirmed on the chain, oldest first. */
  confirmed: RefundView[]
  /** Promised, and not yet on the chain. */
  promised: RefundView[]
  /** The amount that can still be refunded. */
  leftAtomic: bigint
}

/** A payment's refunds, and the amount that can still be refunded. Fails with `PAYMENT_NOT_FOUND`. */
export async function listPaymentRefunds(
  context: SellersContext,
  actor: Actor,
  paymentId: string,
): Promise<PaymentRefunds> {
  const { status, settledAtomic } = await getPayment(context, actor, paymentId)
  const refunds = await listKeptRefunds(context.database, { paymentId, now: context.clock() })
  return {
    confirmed: refunds.filter((refund) => refund.status === 'confirmed'),
    promised: refunds.filter((refund) => refund.status === 'promised'),
    leftAtomic: isPaid(status) ? (settledAtomic ?? 0n) - sumRefunds(refunds) : 0n,
  }
}
