import type { StoredRefund } from '../ports'

type RefundFacts = Pick<StoredRefund, 'paymentId' | 'network' | 'asset' | 'amountAtomic' | 'recipient'>

/** What of a refund is written down when it is promised, confirmed or taken back. */
export const refundFacts = ({ paymentId, network, asset, amountAtomic, recipient }: RefundFacts) => ({
  paymentId,
  network,
  asset,
  amountAtomic: amountAtomic.toString(),
  recipient,
})
