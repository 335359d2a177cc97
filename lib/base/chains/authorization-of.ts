import { isSameAddress } from '@/lib/base/x402/addresses'
import { familyOf } from '@/lib/base/x402/networks'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from './authorization'
import { avmAuthorizationOf } from './avm/avm-authorization'
import { depositAuthorizationOf } from './channels/deposit-authorization'
import { PayloadError } from './errors'
import { evmAuthorizationOf } from './evm/evm-authorization'
import { svmAuthorizationOf } from './svm/svm-authorization'

/**
 * Reads what a payload authorises and compares it with our terms: recipient, asset, amount, scheme and network.
 * Local and cheap: no signature is checked and no clock is read. Refuses a payer that is its own payee: that costs the
 * payer nothing and us the gas.
 * Fails with a `PayloadError` that carries the wire's reason, whatever the payload holds.
 * For `upto`, `requirements.amount` may be the actual amount: the authorised maximum need only cover it.
 * For `batch-settlement` it reads the deposit; vouchers and refunds authorise no transfer and are refused.
 */
export function authorizationOf(payload: PaymentPayload, requirements: PaymentRequirements): Authorization {
  requireSameTerms(payload, requirements)
  const authorization = readAuthorization(payload, requirements)
  // In a deposit `payTo` is the contract that fetches it, so the payer is compared with the terms.
  if (isSameAddress(requirements.network, authorization.payer, requirements.payTo)) {
    throw new PayloadError(reasons.payerIsPayee, 'The payer is the payee: there is nothing to settle.')
  }
  return authorization
}

function readAuthorization(payload: PaymentPayload, requirements: PaymentRequirements): Authorization {
  const family = familyOf(requirements.network)
  if (requirements.scheme === 'batch-settlement') {
    if (family === 'evm') return depositAuthorizationOf(payload.payload, requirements)
    throw new PayloadError(reasons.unsupportedScheme, 'Payment channels are offered only on EVM networks.')
  }
  switch (family) {
    case 'evm':
      return evmAuthorizationOf(payload.payload, requirements)
    case 'svm':
      return svmAuthorizationOf(payload.payload, requirements)
    case 'avm':
      return avmAuthorizationOf(payload.payload, requirements)
    default:
      throw new PayloadError(reasons.invalidNetwork, 'Expected a network of the EVM, Solana or Algorand family.')
  }
}

const SCHEMES = ['exact', 'upto', 'batch-settlement']

/** Fails when a payload was signed for another scheme or network than ours, or when our scheme is unknown. */
export function requireSameTerms(payload: PaymentPayload, requirements: PaymentRequirements): void {
  const { scheme, network } = requirements
  if (!SCHEMES.includes(scheme)) {
    throw new PayloadError(reasons.unsupportedScheme, `Expected one of the schemes ${SCHEMES.join(', ')}.`)
  }
  const isChannel = scheme === 'batch-settlement'
  if (payload.accepted.scheme !== scheme) {
    const reason = isChannel ? channelReasons.invalidScheme : reasons.invalidScheme
    throw new PayloadError(reason, 'The payload was signed for another scheme.')
  }
  if (payload.accepted.network !== network) {
    const reason = isChannel ? channelReasons.networkMismatch : reasons.invalidNetwork
    throw new PayloadError(reason, 'The payload was signed for another network.')
  }
}
