import { isSameAddress } from '@/lib/base/x402/addresses'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import type { Scheme } from '@/lib/base/x402/payment-option'
import { channelReasons, reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { readAvmTransfer } from './avm/avm-authorization'
import { readDeposit } from './batch-settlement/read-channel'
import { PayloadError } from './errors'
import { readEvmTransfer } from './evm/read-evm-transfer'
import type { SignedPayment } from './signed-payment'
import { readSvmTransfer } from './svm/svm-authorization'

type ReadScheme = (payload: PaymentPayload, requirements: PaymentRequirements) => SignedPayment

const families: Record<Family, Partial<Record<Scheme, ReadScheme>>> = {
  evm: { exact: readEvmTransfer, upto: readEvmTransfer, 'batch-settlement': readDeposit },
  svm: { exact: readSvmTransfer },
  avm: { exact: readAvmTransfer },
}

/** Reasons of a payload that was signed for other terms than ours. */
const mismatches: Record<Scheme, { scheme: string; network: string }> = {
  exact: { scheme: reasons.invalidScheme, network: reasons.invalidNetwork },
  upto: { scheme: reasons.invalidScheme, network: reasons.invalidNetwork },
  'batch-settlement': { scheme: channelReasons.invalidScheme, network: channelReasons.networkMismatch },
}

/**
 * Reads a payload and compares it with our terms: recipient, asset, amount, scheme and network. Local and cheap: no
 * signature is checked and no clock is read. Refuses a payer that is its own payee: that costs the payer nothing and us
 * the gas.
 * Fails with a `PayloadError` that carries the wire's reason, whatever the payload holds.
 * For `upto`, `requirements.amount` may be the actual amount: the authorised maximum need only cover it.
 * For `batch-settlement` it reads the deposit; vouchers and refunds authorise no transfer and are refused.
 */
export function readSignedPayment(payload: PaymentPayload, requirements: PaymentRequirements): SignedPayment {
  const scheme = requireSameTerms(payload, requirements)
  const family = familyOf(requirements.network)
  if (!family) {
    throw new PayloadError(reasons.invalidNetwork, 'Expected a network of the EVM, Solana or Algorand family.')
  }
  const read = families[family][scheme]
  if (!read) throw new PayloadError(reasons.unsupportedScheme, `Expected another scheme than ${scheme} there.`)
  const payment = read(payload, requirements)
  // In a deposit `payTo` is the contract that fetches it, so the payer is compared with the terms.
  if (isSameAddress(requirements.network, payment.authorization.payer, requirements.payTo)) {
    throw new PayloadError(reasons.payerIsPayee, 'The payer is the payee: there is nothing to settle.')
  }
  return payment
}

/** Fails when a payload was signed for another scheme or network than ours, or when our scheme is unknown. */
export function requireSameTerms(payload: PaymentPayload, { scheme, network }: PaymentRequirements): Scheme {
  if (!isScheme(scheme)) {
    const known = Object.keys(mismatches).join(', ')
    throw new PayloadError(reasons.unsupportedScheme, `Expected one of the schemes ${known}.`)
  }
  const mismatch = mismatches[scheme]
  if (payload.accepted.scheme !== scheme) {
    throw new PayloadError(mismatch.scheme, 'The payload was signed for another scheme.')
  }
  if (payload.accepted.network !== network) {
    throw new PayloadError(mismatch.network, 'The payload was signed for another network.')
  }
  return scheme
}

const isScheme = (scheme: string): scheme is Scheme => Object.hasOwn(mismatches, scheme)
