import type { Transaction } from '@algorandfoundation/algokit-utils/transact'

/** Fees, in microalgos, of the transactions in a payment group that these senders sent. */
export const feeOfSenders = (group: readonly Transaction[], senders: ReadonlySet<string>): bigint =>
  group.reduce((sum, { sender, fee }) => (senders.has(sender.toString()) ? sum + (fee ?? 0n) : sum), 0n)
