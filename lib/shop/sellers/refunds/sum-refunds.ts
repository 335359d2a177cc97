import type { RefundView } from '@/lib/base/x402/refund-view'

/** The sum of one payment's refunds, in atomic units. */
export const sumRefunds = (refunds: readonly RefundView[]): bigint =>
  refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
