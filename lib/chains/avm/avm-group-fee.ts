import { decodeSignedTransaction, decodeTransaction } from '@algorandfoundation/algokit-utils/transact'

/**
 * What the transactions of a payment group by those senders pay in fees, in microalgos. Transactions that cannot be
 * read count as nothing: the SDK refuses them.
 */
export function feeOfSenders(payload: Record<string, unknown>, senders: ReadonlySet<string>): bigint {
  const group = Array.isArray(payload['paymentGroup']) ? payload['paymentGroup'].map(String) : []
  return group.reduce((sum, encoded) => {
    const transaction = decode(Buffer.from(encoded, 'base64'))
    return transaction && senders.has(transaction.sender.toString()) ? sum + (transaction.fee ?? 0n) : sum
  }, 0n)
}

/** Fee payer transactions come unsigned, the payer's own signed. */
function decode(bytes: Uint8Array) {
  for (const read of [decodeTransaction, (all: Uint8Array) => decodeSignedTransaction(all).txn]) {
    try {
      return read(bytes)
    } catch {
      // It is of the other form, or of none.
    }
  }
  return null
}
