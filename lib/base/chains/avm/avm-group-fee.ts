import type { Transaction } from '@algorandfoundation/algokit-utils/transact'

/** What the transactions of a payment group by those senders pay in fees, in microalgos. */
export const feeOfSenders = (group: readonly Transaction[], senders: ReadonlySet<string>): bigint =>
  group.reduce((sum, { sender, fee }) => (senders.has(sender.toString()) ? sum + (fee ?? 0n) : sum), 0n)
