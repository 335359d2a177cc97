import { getAddressDecoder, getAddressEncoder, type Address as SvmAddress } from '@solana/kit'
import secp256k1 from 'secp256k1'
import { bytesToHex, concat, keccak256, toHex } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import { verifyEd25519 } from '../ed25519'
import { recoverEvmAddress } from '../evm/recover-address'

/** The signatures of a family of networks, and how its addresses come from public keys. */
export type Curve = {
  /** Name of the algorithm at AWS KMS. It takes the digest of what is signed, or all of it. */
  awsAlgorithm: 'ECDSA_SHA_256' | 'ED25519_SHA_512'
  /** Takes the public key as SubjectPublicKeyInfo. */
  addressOf(publicKey: Uint8Array): string
  /**
   * The signature as networks take it, when the key of that address made it; null for any other. On secp256k1 `raw` is
   * r and s, and the answer has the recovery id behind them.
   */
  prove(content: Uint8Array, raw: Uint8Array, address: string): Uint8Array | null
}

const secp256k1Curve: Curve = {
  awsAlgorithm: 'ECDSA_SHA_256',
  addressOf: (publicKey) => `0x${keccak256(publicKey.subarray(-64)).slice(-40)}`,
  prove(content, raw, address) {
    if (raw.length !== 64) return null
    const digest = keccak256(content)
    const lower = secp256k1.signatureNormalize(Uint8Array.from(raw))
    const recovery = [0, 1].find((id) => {
      const found = recoverEvmAddress(digest, concat([bytesToHex(lower), toHex(27 + id, { size: 1 })]))
      return found !== null && isSameAddress('evm', found, address)
    })
    return recovery === undefined ? null : Uint8Array.from([...lower, recovery])
  },
}

const ed25519Curve: Curve = {
  awsAlgorithm: 'ED25519_SHA_512',
  addressOf: (publicKey) => getAddressDecoder().decode(publicKey.subarray(-32)),
  prove(content, raw, address) {
    const publicKey = Uint8Array.from(getAddressEncoder().encode(address as SvmAddress)) // The parser checked its form.
    return verifyEd25519(publicKey, content, raw) ? raw : null
  },
}

export const curves = { evm: secp256k1Curve, svm: ed25519Curve }
