type RefundFactsInput = { paymentId: string; network: string; asset: string; amountAtomic: string; recipient: string }

/** What of a refund is written down when it is promised, confirmed or taken back. */
export const refundFacts = ({ paymentId, network, asset, amountAtomic, recipient }: RefundFactsInput) => ({
  paymentId,
  network,
  asset,
  amountAtomic,
  recipient,
})
