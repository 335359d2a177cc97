import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  type Address,
  type CompiledTransactionMessage,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit'
import { invalidParams } from './rpc-error'

export type WireTransaction = {
  /** The signed bytes in base64, unchanged. */
  wire: string
  transaction: Transaction
  message: CompiledTransactionMessage & { lifetimeToken: string }
  /** Identity of the message: a cluster processes it once, whatever its signatures. */
  messageHash: string
}

/** Decodes a transaction as a client sends it; garbage gets the RPC's "invalid params". */
export function parseWireTransaction(text: unknown, encoding: unknown = 'base58'): WireTransaction {
  if (typeof text !== 'string') throw invalidParams('expected an encoded transaction')
  let decoded: WireTransaction
  try {
    const bytes = encoding === 'base64' ? Buffer.from(text, 'base64') : Buffer.from(getBase58Encoder().encode(text))
    const transaction = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    const messageHash = createHash('sha256').update(Buffer.from(transaction.messageBytes)).digest('hex')
    decoded = { wire: bytes.toString('base64'), transaction, message, messageHash }
  } catch (cause) {
    throw invalidParams(`failed to decode the transaction (${cause instanceof Error ? cause.message : 'unknown'})`)
  }
  if ('addressTableLookups' in decoded.message && (decoded.message.addressTableLookups ?? []).length > 0) {
    throw invalidParams('the local chain knows no address lookup tables')
  }
  return decoded
}

/** The transaction's identifier: its first signature, or null while the fee payer has not signed. */
export function signatureOf({ transaction }: WireTransaction): string | null {
  return Object.values(transaction.signatures)[0] ? getSignatureFromTransaction(transaction) : null
}

export function isFullySigned({ transaction }: WireTransaction): boolean {
  const message = Buffer.from(transaction.messageBytes)
  return Object.entries(transaction.signatures).every(
    ([signer, signature]) => signature !== null && verify(null, message, publicKeyOf(signer as Address), signature),
  )
}

// SubjectPublicKeyInfo of an ed25519 key, up to the 32 bytes themselves (RFC 8410).
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex')

function publicKeyOf(signer: Address) {
  const bytes = Buffer.from(getBase58Encoder().encode(signer))
  return createPublicKey({ key: Buffer.concat([ed25519Prefix, bytes]), format: 'der', type: 'spki' })
}
