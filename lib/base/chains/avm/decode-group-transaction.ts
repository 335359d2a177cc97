import {
  decodeSignedTransaction,
  decodeTransaction,
  type Transaction,
  TransactionType,
} from '@algorandfoundation/algokit-utils/transact'

/**
 * A transaction of a payment group as the SDK takes it: signed, else unsigned, as those of a fee payer come. The order
 * matters: the codec ignores fields that it does not know, so some bytes can be read as either. Throws for others.
 */
export function decodeGroupTransaction(encoded: string): Transaction {
  const bytes = Buffer.from(encoded, 'base64')
  return readSigned(bytes) ?? requireType(decodeTransaction(bytes))
}

function readSigned(bytes: Uint8Array): Transaction | null {
  try {
    return requireType(decodeSignedTransaction(bytes).txn)
  } catch {
    return null
  }
}

function requireType(transaction: Transaction): Transaction {
  if (transaction.type && transaction.type !== TransactionType.Unknown) return transaction
  throw new Error('Expected a transaction with a known type.')
}
