import type { Hex, PublicClient } from 'viem'
import { isSameAddress } from '@/lib/x402/addresses'
import type { PaymentRequirements } from '@/lib/x402/wire'
import type { SignatureVerdict } from '../signature-verdict'
import { checkContractSignature, isEip6492Signature } from './check-contract-signature'
import type { EvmPayment } from './evm-payment'
import { parseEvmTerms } from './evm-authorization'
import { findDueDeployment, unwrapSignature } from './find-due-deployment'
import { paymentDigest } from './payment-digest'
import { recoverEvmAddress } from './recover-address'

const EOA_SIGNATURE_CHARACTERS = 132

/** `checkSignature` for EVM: by recovery for keys; through the chain for contract wallets, told by the form alone. */
export async function checkEvmSignature(
  { client, factories, gas }: { client: () => PublicClient; factories: readonly string[] | undefined; gas: bigint },
  payload: unknown,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  const payment = parseEvmTerms(payload, requirements)
  const digest = paymentDigest(payment, requirements)
  const { payer, signature } = payment
  if (isKeySignature(signature)) {
    const signer = recoverEvmAddress(digest, signature)
    return verdict(signer !== null && isSameAddress('evm', signer, payer), payment, true)
  }
  const chain = { client: client(), network: requirements.network, factories }
  const unwrapped = unwrapSignature(signature)
  const isUndeployed = unwrapped.deployment && (await findDueDeployment(chain, payer, unwrapped.deployment))
  const isValid = await checkContractSignature({
    ...chain,
    gas,
    address: payer,
    digest,
    signature: isUndeployed ? signature : unwrapped.signature,
  })
  return verdict(isValid, payment, false)
}

/** A contract wallet's signature is never 65 bytes here: the token contract chooses its entry point by length. */
export const isKeySignature = (signature: Hex) =>
  signature.length === EOA_SIGNATURE_CHARACTERS && !isEip6492Signature(signature)

function verdict(isValid: boolean, payment: EvmPayment, isLocal: boolean): SignatureVerdict {
  if (isValid) return { isValid, isLocal }
  const invalidReason = payment.form === 'permit2' ? 'invalid_permit2_signature' : 'invalid_exact_evm_signature'
  return { isValid, invalidReason, isLocal }
}
