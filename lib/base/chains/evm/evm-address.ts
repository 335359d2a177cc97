import secp256k1 from 'secp256k1'
import { type Address, getAddress, type Hex, hexToBytes, keccak256 } from 'viem'
import { type AddressIdentity, addressIdentity } from '@/lib/base/x402/addresses'

const SECP256K1_HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * The address whose key signed `digest`, or null when the signature is no canonical one:
 * 65 bytes r, s, v with the lower of both s and v 27 or 28, as the token contracts demand.
 * Uses libsecp256k1; the package falls back to JavaScript where its addon does not load.
 */
export function recoverEvmAddress(digest: Hex, signature: Hex): AddressIdentity | null {
  if (!/^0x[0-9a-fA-F]{130}$/.test(signature)) return null
  const bytes = hexToBytes(signature)
  const recoveryId = (bytes[64] ?? 0) - 27
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  if ((recoveryId !== 0 && recoveryId !== 1) || s === 0n || s > SECP256K1_HALF_ORDER) return null
  const publicKey = recoverPublicKey(bytes.subarray(0, 64), recoveryId, hexToBytes(digest))
  if (!publicKey) return null
  return addressIdentity('evm', `0x${keccak256(publicKey.subarray(1)).slice(-40)}`)
}

/** libsecp256k1 throws for an r that is no point of the curve: an invalid signature. */
function recoverPublicKey(signature: Uint8Array, recoveryId: number, digest: Uint8Array): Uint8Array | null {
  try {
    return secp256k1.ecdsaRecover(signature, recoveryId, digest, false)
  } catch {
    return null
  }
}

/** An EVM address with the upper and lower case that EIP-55 gives it. Accepts any case; throws for anything else. */
export function checksumAddress(address: string): Address {
  return getAddress(address.toLowerCase())
}
