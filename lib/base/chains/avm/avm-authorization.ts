import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from '../authorization'
import { PayloadError } from '../errors'
import { requiredAmount, requirePayTo } from '../requirement-terms'
import { type AvmPayment, parseAvmPayment } from './avm-payment'

/** `authorizationOf` for Algorand networks. Reasons are the SDK's. */
export function avmAuthorizationOf(payload: unknown, requirements: PaymentRequirements): Authorization {
  const payment = parseAvmTerms(payload, requirements)
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
export function parseAvmTerms(payload: unknown, requirements: PaymentRequirements): AvmPayment {
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
