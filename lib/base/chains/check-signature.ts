import { getAddressEncoder } from '@solana/kit'
import type { PublicClient } from 'viem'
import { familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { parseAvmTerms } from './avm/avm-authorization'
import { checkChannelSignature } from './channels/check-channel-signature'
import { verifyEd25519 } from './ed25519'
import { PayloadError } from './errors'
import { checkEvmSignature } from './evm/check-evm-signature'
import type { SignatureVerdict } from './signature-verdict'
import { parseSvmTerms } from './svm/svm-authorization'

const addressEncoder = getAddressEncoder()

/**
 * Checks that the payer of this payload signed it, under our terms.
 * A malformed payload is an invalid verdict too, with its reason. Throws `RpcUnreachableError` when a contract wallet
 * must be asked and no RPC answers. Such a wallet's code may use up to `gas`.
 */
export async function checkSignature(
  {
    evmClient,
    walletFactories,
    gas,
  }: { evmClient: (network: string) => PublicClient; walletFactories?: readonly string[]; gas: bigint },
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  try {
    switch (familyOf(requirements.network)) {
      case 'evm': {
        const chain = { client: () => evmClient(requirements.network), factories: walletFactories, gas }
        const check = requirements.scheme === 'batch-settlement' ? checkChannelSignature : checkEvmSignature
        return await check(chain, payload.payload, requirements)
      }
      case 'svm':
        return checkSvmSignature(payload.payload, requirements)
      case 'avm':
        return checkAvmSignature(payload.payload, requirements)
      default:
        return { isValid: false, invalidReason: reasons.invalidNetwork, isLocal: true }
    }
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error
    return { isValid: false, invalidReason: error.reason, isLocal: true }
  }
}

function checkSvmSignature(payload: unknown, requirements: PaymentRequirements): SignatureVerdict {
  const { payer, messageBytes, payerSignature } = parseSvmTerms(payload, requirements)
  const publicKey = Uint8Array.from(addressEncoder.encode(payer))
  if (payerSignature && verifyEd25519(publicKey, messageBytes, payerSignature)) return { isValid: true, isLocal: true }
  return { isValid: false, invalidReason: 'invalid_exact_svm_payload_signature_invalid', isLocal: true }
}

/** Multisignature, logic and rekeyed accounts are refused: only the chain could tell whether they may sign. */
function checkAvmSignature(payload: unknown, requirements: PaymentRequirements): SignatureVerdict {
  const { payerPublicKey, signedBytes, signature } = parseAvmTerms(payload, requirements)
  if (signature && verifyEd25519(payerPublicKey, signedBytes, signature)) return { isValid: true, isLocal: true }
  return { isValid: false, invalidReason: 'invalid_exact_avm_invalid_signature', isLocal: true }
}
