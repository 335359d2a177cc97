import type { RefundView } from '@/lib/base/x402/refund-view'

/** What refunds of one payment come to together, in atomic units. */
export const sumRefunds = (refunds: readonly RefundView[]): bigint =>
  refunds.reduce((sum, { amountAtomic }) => sum + amountAtomic, 0n)
