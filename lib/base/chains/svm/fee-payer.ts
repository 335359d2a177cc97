import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { type Address, getAddressDecoder, getBase58Decoder, getBase58Encoder } from '@solana/kit'
import { readSvmTransaction, withFeePayerSignature } from './svm-transaction'

/** A fully signed transaction; `signature` identifies it and is known before it is sent. */
type SignedSvmTransaction = { signature: string; transaction: string }

/** A wallet that pays Solana fees. It adds its signature to what the payer signed and changes nothing else. */
export type SvmFeePayer = {
  address: Address
  /** Takes a transaction whose fee payer it is, in base64. */
  sign: (transaction: string) => SignedSvmTransaction
}

const base58 = { toText: getBase58Decoder(), toBytes: getBase58Encoder() }

/**
 * Takes the 64-byte secret key in base58, as Solana wallets export it. Fails with a plain message, which never repeats
 * the key, when it has another form.
 */
export function openSvmFeePayer(secretKey: string): SvmFeePayer {
  const { address, key } = readKey(secretKey)
  return {
    address,
    sign(transaction) {
      const bytes = Buffer.from(transaction, 'base64')
      const { messageBytes, signers } = readSvmTransaction(bytes)
      if (signers[0]?.address !== address) throw new Error('Expected a transaction whose fees this wallet pays.')
      const signature = sign(null, messageBytes, key)
      return {
        signature: base58.toText.decode(signature),
        transaction: withFeePayerSignature(bytes, signature).toString('base64'),
      }
    },
  }
}

const SEED_BYTES = 32
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

function readKey(secretKey: string): { address: Address; key: KeyObject } {
  try {
    const bytes = Buffer.from(base58.toBytes.encode(secretKey))
    const seed = bytes.subarray(0, SEED_BYTES)
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })
    const publicKey = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x ?? '', 'base64url')
    if (Buffer.concat([seed, publicKey]).equals(bytes)) return { address: getAddressDecoder().decode(publicKey), key }
  } catch {
    // One sentence for every fault, below.
  }
  throw new Error('Expected a Solana fee payer key of 64 bytes in base58.')
}
