/** Money that went back, or is about to, for one payment. */
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

type RefundRow = Omit<RefundView, 'refundId' | 'amountAtomic' | 'status'> & {
  id: string
  amountAtomic: { toFixed: () => string }
  status: string
}

export function toRefundView(row: RefundRow): RefundView {
  const { id, paymentId, network, asset, amountAtomic, status, transaction, createdAt, confirmedAt } = row
  return {
    refundId: id,
    paymentId,
    network,
    asset,
    amountAtomic: BigInt(amountAtomic.toFixed()),
    status: status as RefundView['status'], // Written by this folder's verbs from this type alone.
    transaction,
    createdAt,
    confirmedAt,
  }
}
