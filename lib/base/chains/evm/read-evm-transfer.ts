import { x402ExactPermit2ProxyAddress, x402UptoPermit2ProxyAddress } from '@x402/evm'
import { addressIdentity, isAddress, isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { type Authorization, authorizationKey, fromUnixSeconds } from '../authorization'
import { requiredAmount, requirePayTo } from '../build-requirements'
import { PayloadError } from '../errors'
import { once } from '../once'
import type { SignatureChain, SignatureVerdict, SignedPayment } from '../signed-payment'
import { checkContractSignature } from './check-contract-signature'
import { recoverEvmAddress } from './evm-address'
import { type Eip3009Payment, type EvmPayment, type Permit2Payment, parseEvmPayment } from './evm-payment'
import { findDueDeployment, unwrapSignature } from './find-due-deployment'
import { paymentDigest } from './payment-digest'
import { buildTransferCall } from './settlement-call'

export function readEvmTransfer(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const transfer = parseEvmTerms(payload.payload, requirements)
  const digest = once(() => paymentDigest(transfer, requirements))
  const isByKey = once(() => {
    const signer = recoverEvmAddress(digest(), transfer.signature)
    return signer !== null && isSameAddress('evm', signer, transfer.payer)
  })
  const transferCall =
    transfer.form === 'eip3009' ? once(() => buildTransferCall(transfer, requirements, isByKey())) : null
  return {
    payload,
    requirements,
    authorization: describeEvmPayment(transfer, requirements),
    signed: { kind: 'evm', transfer, isByKey, transferCall },
    checkSignature: async (chain) =>
      isByKey()
        ? { isValid: true, isLocal: true }
        : checkByContract(chain, transfer, { digest: digest(), network: requirements.network }),
  }
}

/**
 * The payment, once its recipient, token, amount and spender are known to be the required ones. Reasons are the SDK's,
 * so that ours and stock answers read alike.
 */
function parseEvmTerms(payload: unknown, requirements: PaymentRequirements): EvmPayment {
  const scheme = requirements.scheme === 'upto' ? 'upto' : 'exact'
  const payment = parseEvmPayment(payload, scheme)
  requirePayTo('evm', requirements)
  if (!isAddress('evm', requirements.asset)) {
    throw new PayloadError(reasons.invalidPaymentRequirements, 'Expected the asset to be a contract address.')
  }
  if (payment.form === 'eip3009') requireEip3009Terms(payment, requirements)
  else requirePermit2Terms(payment, requirements)
  return payment
}

function requireEip3009Terms(payment: Eip3009Payment, requirements: PaymentRequirements): void {
  if (!isSameAddress('evm', payment.payTo, requirements.payTo)) {
    throw new PayloadError('invalid_exact_evm_recipient_mismatch', 'The payment goes to another recipient.')
  }
  if (payment.amountAtomic !== requiredAmount(requirements)) {
    throw new PayloadError(
      'invalid_exact_evm_payload_authorization_value_mismatch',
      'The authorised amount is not the required one.',
    )
  }
}

function requirePermit2Terms(payment: Permit2Payment, requirements: PaymentRequirements): void {
  const isUpto = payment.facilitator !== null
  const proxy = isUpto ? x402UptoPermit2ProxyAddress : x402ExactPermit2ProxyAddress
  if (!isSameAddress('evm', payment.spender, proxy)) {
    throw new PayloadError('invalid_permit2_spender', 'The permit names another spender than the x402 proxy.')
  }
  if (!isSameAddress('evm', payment.payTo, requirements.payTo)) {
    throw new PayloadError('invalid_permit2_recipient_mismatch', 'The payment goes to another recipient.')
  }
  if (!isSameAddress('evm', payment.token, requirements.asset)) {
    throw new PayloadError('permit2_token_mismatch', 'The permit is for another token.')
  }
  const required = requiredAmount(requirements)
  if (isUpto && required > payment.amountAtomic) {
    throw new PayloadError(reasons.settlementExceedsAmount, 'The amount exceeds the authorised maximum.')
  }
  if (!isUpto && required !== payment.amountAtomic) {
    throw new PayloadError('permit2_amount_mismatch', 'The permitted amount is not the required one.')
  }
}

function describeEvmPayment(payment: EvmPayment, requirements: PaymentRequirements): Authorization {
  const payer = addressIdentity('evm', payment.payer)
  const asset = addressIdentity('evm', requirements.asset)
  const nonce = payment.nonce.toString()
  return {
    key: authorizationKey(requirements.network, payment.form === 'permit2' ? 'permit2' : asset, payer, nonce),
    network: requirements.network,
    scheme: requirements.scheme === 'upto' ? 'upto' : 'exact',
    asset: requirements.asset,
    payer,
    payTo: requirements.payTo,
    amountAtomic: payment.amountAtomic,
    nonce,
    validAfter: fromUnixSeconds(payment.validAfter),
    validBefore: fromUnixSeconds(payment.form === 'permit2' ? payment.deadline : payment.validBefore),
  }
}

/** A signature that is no key's, of any length, may be a contract wallet's (EIP-1271, EIP-6492): the chain is asked. */
async function checkByContract(
  { client, factories, gas }: SignatureChain,
  transfer: EvmPayment,
  { digest, network }: { digest: `0x${string}`; network: string },
): Promise<SignatureVerdict> {
  const { payer: address, signature } = transfer
  const chain = { client: client(), network, factories }
  const unwrapped = unwrapSignature(signature)
  const isUndeployed = unwrapped.deployment && (await findDueDeployment(chain, address, unwrapped.deployment))
  const signed = { address, digest, signature: isUndeployed ? signature : unwrapped.signature }
  const isValid = await checkContractSignature({ ...chain, gas, ...signed })
  return isValid ? { isValid, isLocal: false } : { isValid, invalidReason: refusalOf(transfer), isLocal: false }
}

const refusalOf = ({ form }: EvmPayment) =>
  form === 'permit2' ? 'invalid_permit2_signature' : 'invalid_exact_evm_signature'
