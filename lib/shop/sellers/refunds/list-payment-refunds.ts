import { z } from 'zod'
import { atomic } from '@/lib/base/x402/answer-parts'
import { isPaid } from '@/lib/base/x402/payment-status'
import { refundShape } from '@/lib/base/x402/refund-view'
import { listKeptRefunds } from '@/lib/payments/refund-ledger'
import type { Actor } from '../actor'
import { getPayment } from '../payments/get-payment'
import type { SellersContext } from '../ports'
import { sumRefunds } from './refund-facts'

export const refundsShape = z.object({
  confirmed: z.array(refundShape).describe('Seen on the chain, oldest first.'),
  promised: z.array(refundShape),
  leftAtomic: atomic.describe('Atomic units that may still go back.'),
})
export type PaymentRefunds = z.infer<typeof refundsShape>

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
