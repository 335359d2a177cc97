import { createPublicKey, verify } from 'node:crypto'

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

/**
 * Encodings, sign bit aside, of the curve's points of order 8 or less. With such a "public key" the equation of
 * ed25519 holds for signatures that anyone can write; OpenSSL accepts them, Solana's own check does not.
 */
const SMALL_ORDER_KEYS = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
])

/** True if anyone can sign for that 32-byte ed25519 public key, so that it has no owner. */
export function isSmallOrderKey(publicKey: Uint8Array): boolean {
  const unsigned = Buffer.from(publicKey)
  unsigned[31] = (unsigned[31] ?? 0) & 0x7f
  return SMALL_ORDER_KEYS.has(unsigned.toString('hex'))
}
