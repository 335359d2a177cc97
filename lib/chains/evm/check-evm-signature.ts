import type { Hex, PublicClient } from 'viem'
import { isSameAddress } from '@/lib/x402/addresses'
import type { PaymentRequirements } from '@/lib/x402/wire'
import type { SignatureVerdict } from '../signature-verdict'
import { checkContractSignature, isEip6492Signature } from './check-contract-signature'
import { parseEvmTerms } from './evm-authorization'
import type { EvmPayment } from './evm-payment'
import { findDueDeployment, unwrapSignature } from './find-due-deployment'
import { paymentDigest } from './payment-digest'
import { recoverEvmAddress } from './recover-address'

const EOA_SIGNATURE_CHARACTERS = 132

type Domain = { network: string; asset: string; extra: unknown }

/** Gate, verify and settle of one process check the same payload each; what a key has signed stays so. */
const checked = new WeakMap<object, { domain: Domain; isValid: boolean }>()

/** `checkSignature` for EVM: by recovery for keys; through the chain for contract wallets, told by the form alone. */
export async function checkEvmSignature(
  { client, factories, gas }: { client: () => PublicClient; factories: readonly string[] | undefined; gas: bigint },
  payload: unknown,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  const payment = parseEvmTerms(payload, requirements)
  const { payer, signature } = payment
  if (isKeySignature(signature)) return verdict(isKeySigned(payment, payload, requirements), payment, true)
  const digest = paymentDigest(payment, requirements)
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

function isKeySigned(payment: EvmPayment, payload: unknown, { network, asset, extra }: PaymentRequirements): boolean {
  const known = isObject(payload) ? checked.get(payload) : undefined
  if (known && isSameDomain(known.domain, { network, asset, extra })) return known.isValid
  const signer = recoverEvmAddress(paymentDigest(payment, { network, asset, extra }), payment.signature)
  const isValid = signer !== null && isSameAddress('evm', signer, payment.payer)
  if (isObject(payload)) checked.set(payload, { domain: { network, asset, extra }, isValid })
  return isValid
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The parts of the digest from our terms; the others are the payload's. */
const isSameDomain = (a: Domain, b: Domain): boolean =>
  a.network === b.network && a.asset === b.asset && a.extra === b.extra

/** A contract wallet's signature is never 65 bytes here: the token contract chooses its entry point by length. */
export const isKeySignature = (signature: Hex) =>
  signature.length === EOA_SIGNATURE_CHARACTERS && !isEip6492Signature(signature)

function verdict(isValid: boolean, payment: EvmPayment, isLocal: boolean): SignatureVerdict {
  if (isValid) return { isValid, isLocal }
  const invalidReason = payment.form === 'permit2' ? 'invalid_permit2_signature' : 'invalid_exact_evm_signature'
  return { isValid, invalidReason, isLocal }
}
