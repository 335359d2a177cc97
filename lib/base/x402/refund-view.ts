/** Money that went back, or is about to, for one payment. Amounts are atomic units of the asset. */
export type RefundView = {
  refundId: string
  paymentId: string
  network: string
  asset: string
  amountAtomic: bigint
  status: 'promised' | 'confirmed'
  transaction: string | null
  createdAt: Date
  confirmedAt: Date | null
}
