import secp256k1 from 'secp256k1'
import { bytesToHex, concat, keccak256, toHex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { recoverEvmAddress } from '../evm/recover-address'

/** The address of a public key, whose last 64 bytes are its point. */
export const addressOfSecp256k1 = (publicKey: Uint8Array): string =>
  `0x${keccak256(publicKey.subarray(-64)).slice(-40)}`

/**
 * The signature as networks take it (r, the lower s, the recovery id), when the key of that address made `raw`, its r
 * and s, for what `content` hashes to; null for any other.
 */
export function proveSecp256k1(content: Uint8Array, raw: Uint8Array, address: string): Uint8Array | null {
  if (raw.length !== 64) return null
  const digest = keccak256(content)
  const lower = secp256k1.signatureNormalize(Uint8Array.from(raw))
  const recovery = [0, 1].find((id) => {
    const found = recoverEvmAddress(digest, concat([bytesToHex(lower), toHex(27 + id, { size: 1 })]))
    return found !== null && isSameAddress('evm', found, address)
  })
  return recovery === undefined ? null : Uint8Array.from([...lower, recovery])
}
