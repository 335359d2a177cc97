import { createPublicKey, verify } from 'node:crypto'
import { isSmallOrderKey } from './small-order-key'

const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** True if that 32-byte public key made the 64-byte `signature` over `message`. Never throws. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32 || signature.length !== 64 || isSmallOrderKey(publicKey)) return false
  try {
    const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' })
    return verify(null, message, key, signature)
  } catch {
    return false // 32 bytes that are no point of the curve are no key.
  }
}
