import { type Address, getAddressEncoder, getBase58Encoder } from '@solana/kit'
import { type Hex, hashMessage, type PublicClient } from 'viem'
import { isAddress, isSameAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { verifyEd25519 } from './ed25519'
import { RpcUnreachableError } from './errors'
import { checkContractSignature, isEip6492Signature } from './evm/check-contract-signature'
import { recoverEvmAddress } from './evm/evm-address'
import { gasPolicyOf } from './gas-policy'

export type SignedMessage = {
  type: 'eip191' | 'ed25519'
  /** CAIP-2. */
  chainId: string
  address: string
  message: string
  /** Hex for EVM, base58 for Solana. */
  signature: string
  /** A hint of the wallet's kind; where it contradicts the signature, the proof is refused. */
  signatureScheme?: 'eip191' | 'eip1271' | 'eip6492' | 'siws'
}

export type MessageVerdict = { valid: boolean; error?: string }

const MAX_SIGNATURE_CHARACTERS = 16_384
const MAX_BASE58_CHARACTERS = 88
const ED25519_SIGNATURE_BYTES = 64

/**
 * Checks that the wallet signed that text (EIP-191, or ed25519 as in Sign-In With Solana).
 * Key signatures are checked locally; contract wallets (EIP-1271, EIP-6492) through `evmClient`, and refused without
 * one. 65 bytes without a hint are tried as a key's, then as a contract's. An unreachable chain is an invalid verdict.
 */
export async function verifyMessageSignature(
  proof: SignedMessage,
  evmClient?: (network: string) => PublicClient,
): Promise<MessageVerdict> {
  const family = familyOf(proof.chainId)
  if (proof.type === 'ed25519' && family === 'svm') return verifySolana(proof)
  if (proof.type === 'eip191' && family === 'evm') return verifyEvm(proof, evmClient)
  return refuse('the signature type does not belong to the chain')
}

async function verifyEvm(proof: SignedMessage, evmClient?: (network: string) => PublicClient): Promise<MessageVerdict> {
  const { address, signature, signatureScheme, message } = proof
  if (!isAddress('evm', address)) return refuse('the address is not an EVM address')
  if (signature.length > MAX_SIGNATURE_CHARACTERS || !/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)) {
    return refuse('the signature is malformed')
  }
  const hex = signature as Hex // The form was just checked.
  if (signatureScheme && !schemesOf(hex).includes(signatureScheme)) {
    return refuse('the signature scheme does not match the signature')
  }
  const digest = hashMessage(message)
  if (hasKeyForm(hex) && signatureScheme !== 'eip1271') {
    const signer = recoverEvmAddress(digest, hex)
    if (signer !== null && isSameAddress('evm', signer, address)) return { valid: true }
    if (signatureScheme === 'eip191' || !evmClient) return refuse('the signature is not by that wallet')
  }
  if (!evmClient) return refuse('smart wallets are not verified here')
  return askContract(() => evmClient(proof.chainId), proof, digest)
}

/** Schemes that a signature of that form can belong to; a contract wallet may use any bytes. */
function schemesOf(signature: Hex): NonNullable<SignedMessage['signatureScheme']>[] {
  if (isEip6492Signature(signature)) return ['eip6492']
  return hasKeyForm(signature) ? ['eip191', 'eip1271'] : ['eip1271']
}

const KEY_SIGNATURE_CHARACTERS = 132

const hasKeyForm = (signature: Hex) => signature.length === KEY_SIGNATURE_CHARACTERS && !isEip6492Signature(signature)

async function askContract(client: () => PublicClient, proof: SignedMessage, digest: Hex): Promise<MessageVerdict> {
  const { chainId: network } = proof
  const address = proof.address as Hex // Both were checked by the caller.
  const signature = proof.signature as Hex
  try {
    const gas = gasPolicyOf().deploymentGas
    const isValid = await checkContractSignature({ client: client(), network, address, digest, signature, gas })
    return isValid ? { valid: true } : refuse('the signature is not by that wallet')
  } catch (error) {
    if (error instanceof RpcUnreachableError) return refuse('the chain of the smart wallet cannot be reached')
    throw error
  }
}

const base58 = getBase58Encoder()
const addressEncoder = getAddressEncoder()

function verifySolana({ address, signature, signatureScheme, message }: SignedMessage): MessageVerdict {
  if (!isAddress('svm', address)) return refuse('the address is not a Solana address')
  if (signatureScheme && signatureScheme !== 'siws') return refuse('the signature scheme does not match the signature')
  if (signature.length > MAX_BASE58_CHARACTERS || !/^[1-9A-HJ-NP-Za-km-z]+$/.test(signature)) {
    return refuse('the signature is malformed')
  }
  const bytes = Uint8Array.from(base58.encode(signature))
  if (bytes.length !== ED25519_SIGNATURE_BYTES) return refuse('the signature is malformed')
  const publicKey = Uint8Array.from(addressEncoder.encode(address as Address)) // Checked above.
  return verifyEd25519(publicKey, Buffer.from(message, 'utf8'), bytes)
    ? { valid: true }
    : refuse('the signature is not by that wallet')
}

const refuse = (error: string): MessageVerdict => ({ valid: false, error })
