import type { RefundView } from '@/lib/base/x402/refund-view'
import type { StoredRefund } from '@/lib/payments/refund-ledger'

type RefundFacts = Pick<StoredRefund, 'paymentId' | 'network' | 'asset' | 'amountAtomic' | 'recipient' | 'keepsAccess'>

/** The facts that are recorded when a refund is promised, confirmed or cancelled. */
export const refundFacts = ({ paymentId, network, asset, amountAtomic, recipient, keepsAccess }: RefundFacts) => ({
  paymentId,
  network,
  asset,
  amountAtomic: amountAtomic.toString(),
  recipient,
  keepsAccess,
})

/** The sum of one payment's refunds, in atomic units. */
export const sumRefunds = (refunds: readonly RefundView[]): bigint =>
  refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
