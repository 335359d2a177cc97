import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from '../authorization'
import { verifyEd25519 } from '../ed25519'
import { PayloadError } from '../errors'
import { requiredAmount, requirePayTo } from '../requirement-terms'
import type { SignatureVerdict, SignedPayment } from '../signed-payment'
import { type AvmPayment, parseAvmPayment } from './avm-payment'

/** Reads a payment of the scheme `exact`. Reasons are the SDK's. */
export function readAvmTransfer(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const transfer = parseAvmTerms(payload.payload, requirements)
  return {
    payload,
    requirements,
    authorization: describeAvmPayment(transfer, requirements),
    signed: { kind: 'avm', transfer },
    checkSignature: async () => checkAvmSignature(transfer),
  }
}

/** Multisignature, logic and rekeyed accounts are refused: only the chain could tell whether they may sign. */
function checkAvmSignature({ payerPublicKey, signedBytes, signature }: AvmPayment): SignatureVerdict {
  if (signature && verifyEd25519(payerPublicKey, signedBytes, signature)) return { isValid: true, isLocal: true }
  return { isValid: false, invalidReason: 'invalid_exact_avm_invalid_signature', isLocal: true }
}

function describeAvmPayment(payment: AvmPayment, requirements: PaymentRequirements): Authorization {
  return {
    key: `${requirements.network}/${payment.transactionId}`,
    network: requirements.network,
    scheme: 'exact',
    asset: requirements.asset,
    payer: payment.payer,
    payTo: requirements.payTo,
    amountAtomic: payment.amountAtomic,
    nonce: `${payment.transactionId}:${payment.firstRound}:${payment.lastRound}`,
    validAfter: null,
    validBefore: null,
  }
}

/** The payment, once its asset, recipient and amount are known to be the required ones. */
function parseAvmTerms(payload: unknown, requirements: PaymentRequirements): AvmPayment {
  if (requirements.scheme !== 'exact') {
    throw new PayloadError(reasons.unsupportedScheme, 'Algorand payments here are of the scheme exact.')
  }
  const payment = parseAvmPayment(payload, requirements.network)
  if (payment.payTo !== requirePayTo('avm', requirements)) {
    throw new PayloadError('invalid_exact_avm_receiver_mismatch', 'The transfer goes to another recipient.')
  }
  if (payment.assetId !== requirements.asset) {
    throw new PayloadError('invalid_exact_avm_asset_mismatch', 'The transfer is of another asset.')
  }
  if (payment.amountAtomic !== requiredAmount(requirements)) {
    throw new PayloadError('invalid_exact_avm_amount_mismatch', 'The transfer is not of the required amount.')
  }
  return payment
}
