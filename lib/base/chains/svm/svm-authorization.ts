import type { Address } from '@solana/kit'
import { isAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from '../authorization'
import { requiredAmount, requirePayTo } from '../build-requirements'
import { verifyEd25519 } from '../ed25519'
import { PayloadError } from '../errors'
import { once } from '../once'
import type { SignatureVerdict, SignedPayment } from '../signed-payment'
import { associatedTokenAddress } from './associated-token'
import { parseSvmPayment, type SvmPayment } from './svm-payment'

export function readSvmTransfer(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const transfer = parseSvmTerms(payload.payload, requirements)
  const verdict = once(() => checkSvmSignature(transfer))
  return {
    payload,
    requirements,
    authorization: describeSvmPayment(transfer, requirements),
    signed: { kind: 'svm', transfer },
    checkSignature: async () => verdict(),
  }
}

function checkSvmSignature({ payer, transaction: { signers, messageBytes } }: SvmPayment): SignatureVerdict {
  const signer = signers.find(({ address }) => address === payer)
  if (signer?.signature && verifyEd25519(signer.key, messageBytes, signer.signature)) {
    return { isValid: true, isLocal: true }
  }
  return { isValid: false, invalidReason: 'invalid_exact_svm_payload_signature_invalid', isLocal: true }
}

function describeSvmPayment(payment: SvmPayment, requirements: PaymentRequirements): Authorization {
  return {
    key: `${requirements.network}/${payment.messageHash}`,
    network: requirements.network,
    scheme: 'exact',
    asset: requirements.asset,
    payer: payment.payer,
    payTo: requirements.payTo,
    amountAtomic: payment.amountAtomic,
    nonce: `${payment.messageHash}:${payment.transaction.blockhash}`,
    validAfter: null,
    validBefore: null,
  }
}

/** The payment, once its mint, source, recipient and amount are known to be the required ones. */
function parseSvmTerms(payload: unknown, requirements: PaymentRequirements): SvmPayment {
  if (requirements.scheme !== 'exact') {
    throw new PayloadError(reasons.unsupportedScheme, 'Solana payments here are of the scheme exact.')
  }
  const payment = parseSvmPayment(payload)
  const payTo = requirePayTo('svm', requirements) as Address // The form was just checked.
  if (!isAddress('svm', requirements.asset)) {
    throw new PayloadError(reasons.invalidPaymentRequirements, 'Expected the asset to be a mint address.')
  }
  if (payment.mint !== requirements.asset) {
    throw new PayloadError('invalid_exact_svm_payload_mint_mismatch', 'The transfer is of another token.')
  }
  if (payment.destination !== associatedTokenAddress(payTo, payment.mint, payment.tokenProgram)) {
    throw new PayloadError('invalid_exact_svm_payload_recipient_mismatch', 'The transfer goes to another recipient.')
  }
  // Only that account's balance is reserved for what the payer has signed.
  if (payment.source !== associatedTokenAddress(payment.payer, payment.mint, payment.tokenProgram)) {
    throw new PayloadError('invalid_exact_svm_payload_transaction', 'The transfer is not from the payer’s own account.')
  }
  if (payment.amountAtomic !== requiredAmount(requirements)) {
    throw new PayloadError('invalid_exact_svm_payload_amount_mismatch', 'The transfer is not of the required amount.')
  }
  return payment
}
