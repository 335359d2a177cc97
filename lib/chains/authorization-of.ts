import { familyOf } from '@/lib/x402/networks'
import { reasons } from '@/lib/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import type { Authorization } from './authorization'
import { avmAuthorizationOf } from './avm/avm-authorization'
import { PayloadError } from './errors'
import { evmAuthorizationOf } from './evm/evm-authorization'
import { svmAuthorizationOf } from './svm/svm-authorization'

/**
 * Reads what a payload authorises and holds it against our terms: recipient, asset, amount, scheme and network.
 * Local and cheap: no signature is checked and no clock is read.
 * Fails with a `PayloadError` that carries the wire's reason, whatever the payload holds.
 * For `upto`, `requirements.amount` may be the actual amount: the authorised maximum need only cover it.
 */
export function authorizationOf(payload: PaymentPayload, requirements: PaymentRequirements): Authorization {
  requireSameTerms(payload, requirements)
  switch (familyOf(requirements.network)) {
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

function requireSameTerms(payload: PaymentPayload, requirements: PaymentRequirements): void {
  if (requirements.scheme !== 'exact' && requirements.scheme !== 'upto') {
    throw new PayloadError(reasons.unsupportedScheme, 'Expected the scheme exact or upto.')
  }
  if (payload.accepted.scheme !== requirements.scheme) {
    throw new PayloadError(reasons.invalidScheme, 'The payload was signed for another scheme.')
  }
  if (payload.accepted.network !== requirements.network) {
    throw new PayloadError(reasons.invalidNetwork, 'The payload was signed for another network.')
  }
}
