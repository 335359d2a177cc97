import {
  bytesForSigning,
  decodeSignedTransaction,
  decodeTransaction,
  type SignedTransaction,
  type Transaction,
  TransactionType,
} from '@algorandfoundation/algokit-utils/transact'
import { ALGORAND_MAINNET_GENESIS_HASH, ALGORAND_TESTNET_GENESIS_HASH } from '@x402/avm'
import { z } from 'zod'
import { reasons } from '@/lib/base/x402/reasons'
import { PayloadError } from '../errors'

/** The asset transfer of an Algorand payment group, as the payer signed it. */
export type AvmPayment = ReturnType<typeof parseAvmPayment>

const MAX_GROUP = 16
const MAX_TRANSACTION_CHARACTERS = 12_288

const shape = z.object({
  paymentGroup: z.array(z.string().max(MAX_TRANSACTION_CHARACTERS).base64()).min(1).max(MAX_GROUP),
  paymentIndex: z
    .number()
    .int()
    .min(0)
    .max(MAX_GROUP - 1),
})

const genesisHashes = [ALGORAND_TESTNET_GENESIS_HASH, ALGORAND_MAINNET_GENESIS_HASH]

/** Parses the `payload` field of an Algorand payment. Fails with the SDK's reasons, whatever the bytes are. */
export function parseAvmPayment(payload: unknown, network: string) {
  const parsed = shape.safeParse(payload)
  if (!parsed.success) throw new PayloadError('invalid_exact_avm_payload', 'Expected a payment group and its index.')
  const { paymentGroup, paymentIndex } = parsed.data
  const encoded = paymentGroup[paymentIndex]
  if (encoded === undefined) {
    throw new PayloadError('invalid_exact_avm_payment_index', 'Expected the index of a transaction in the group.')
  }
  return {
    ...readTransfer(decode(encoded), network),
    /** All transactions of the group in order, the fee payer's included. */
    group: decodeGroup(paymentGroup),
  }
}

function decode(encoded: string): SignedTransaction {
  try {
    const signed = decodeSignedTransaction(Buffer.from(encoded, 'base64'))
    signed.txn.txId()
    return signed
  } catch {
    throw new PayloadError('invalid_exact_avm_invalid_transaction', 'Expected a signed Algorand transaction.')
  }
}

function decodeGroup(paymentGroup: readonly string[]): Transaction[] {
  const group = paymentGroup.map((encoded) => {
    try {
      return decodeGroupTransaction(encoded)
    } catch {
      throw new PayloadError('invalid_exact_avm_invalid_transaction', 'Expected a group of Algorand transactions.')
    }
  })
  // Only one of the payments under one lease can land, but the payer's money would be reserved for all of them.
  if (group.some(({ lease }) => lease)) {
    throw new PayloadError('invalid_exact_avm_invalid_transaction', 'Expected no transaction with a lease.')
  }
  return group
}

function readTransfer(signed: SignedTransaction, network: string) {
  const { txn } = signed
  const transfer = txn.assetTransfer
  // A clawback moves tokens of another account than the sender's.
  if (!transfer || transfer.assetSender || !transfer.receiver) {
    throw new PayloadError('invalid_exact_avm_not_asset_transfer', 'Expected a transfer of an asset by its owner.')
  }
  requireGenesis(txn.genesisHash, network)
  const hasOtherSigner = signed.msig || signed.lsig || signed.authAddress
  return {
    payer: txn.sender.toString(),
    payTo: transfer.receiver.toString(),
    assetId: transfer.assetId.toString(),
    amountAtomic: transfer.amount ?? 0n,
    transactionId: txn.txId(),
    firstRound: txn.firstValid,
    lastRound: txn.lastValid,
    signedBytes: bytesForSigning.transaction(txn),
    payerPublicKey: txn.sender.publicKey,
    /** Null when the payer did not sign with the account's own single key. */
    signature: hasOtherSigner ? null : (signed.sig ?? null),
  }
}

/** A transaction without the network's genesis hash is valid on no network or on another. */
function requireGenesis(genesisHash: Uint8Array | undefined, network: string): void {
  const reference = network.slice('algorand:'.length)
  const expected = genesisHashes.find((hash) => toUrlSafe(hash).startsWith(reference))
  const actual = genesisHash ? Buffer.from(genesisHash).toString('base64') : ''
  if (expected !== undefined && actual === expected) return
  throw new PayloadError(reasons.invalidNetwork, 'The transaction was signed for another network.')
}

const toUrlSafe = (base64: string) => base64.replaceAll('+', '-').replaceAll('/', '_')

/**
 * A transaction of a payment group as the SDK takes it: signed, else unsigned, as those of a fee payer come. The order
 * matters: the codec ignores fields that it does not know, so some bytes can be read as either. Throws for others.
 */
function decodeGroupTransaction(encoded: string): Transaction {
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
