import type { PublicClient } from 'viem'
import { isSameAddress } from '@/lib/base/x402/addresses'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { SignatureVerdict } from '../signature-verdict'
import { checkContractSignature } from './check-contract-signature'
import { parseEvmTerms } from './evm-authorization'
import type { EvmPayment } from './evm-payment'
import { findDueDeployment, unwrapSignature } from './find-due-deployment'
import { paymentDigest } from './payment-digest'
import { recoverEvmAddress } from './recover-address'

type Domain = { network: string; asset: string; extra: unknown }

/** The gate, verify and settle of one process each check the same payload, and a key's signature stays valid. */
const checked = new WeakMap<object, { domain: Domain; isValid: boolean }>()

/**
 * `checkSignature` for EVM. A signature that recovers to the payer is a key's, and no chain is asked. Any other, of any
 * length, may be a contract wallet's (EIP-1271, EIP-6492), and the chain is asked.
 */
export async function checkEvmSignature(
  { client, factories, gas }: { client: () => PublicClient; factories: readonly string[] | undefined; gas: bigint },
  payload: unknown,
  requirements: PaymentRequirements,
): Promise<SignatureVerdict> {
  const payment = parseEvmTerms(payload, requirements)
  const { payer, signature } = payment
  if (isKeySigned(payload, requirements)) return { isValid: true, isLocal: true }
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
  return isValid ? { isValid, isLocal: false } : { isValid, invalidReason: refusalOf(payment), isLocal: false }
}

/**
 * True if the payer's key made the signature. Only then do the token contracts take it as v, r, s unchanged, and may
 * the payment share a transaction. Parses the payload, and fails as `parseEvmTerms` does.
 */
export function isKeySigned(payload: unknown, requirements: PaymentRequirements): boolean {
  const payment = parseEvmTerms(payload, requirements)
  const { network, asset, extra } = requirements
  const known = isObject(payload) ? checked.get(payload) : undefined
  if (known && isSameDomain(known.domain, { network, asset, extra })) return known.isValid
  const signer = recoverEvmAddress(paymentDigest(payment, { network, asset, extra }), payment.signature)
  const isValid = signer !== null && isSameAddress('evm', signer, payment.payer)
  if (isObject(payload)) checked.set(payload, { domain: { network, asset, extra }, isValid })
  return isValid
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Compares those parts of the digest that come from our terms; the others are the payload's. */
const isSameDomain = (a: Domain, b: Domain): boolean =>
  a.network === b.network && a.asset === b.asset && a.extra === b.extra

const refusalOf = ({ form }: EvmPayment) =>
  form === 'permit2' ? 'invalid_permit2_signature' : 'invalid_exact_evm_signature'
