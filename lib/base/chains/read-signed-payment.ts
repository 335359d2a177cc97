import { isSameAddress } from '@/lib/base/x402/addresses'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { readAvmTransfer } from './avm/avm-authorization'
import { PayloadError } from './errors'
import { readEvmTransfer } from './evm/read-evm-transfer'
import type { SignedPayment } from './signed-payment'
import { readSvmTransfer } from './svm/svm-authorization'

/** How the payments of a scheme are read. */
export type ReadScheme = {
  name: string
  /** Fails with a `PayloadError` for a payload that authorises no transfer. */
  read: (payload: PaymentPayload, requirements: PaymentRequirements) => SignedPayment
  /** Reasons of a payload that was signed for other terms than ours. */
  mismatch: { scheme: string; network: string }
}

const mismatch = { scheme: reasons.invalidScheme, network: reasons.invalidNetwork }
const readers: Record<Family, Record<string, ReadScheme['read']>> = {
  evm: { exact: readEvmTransfer, upto: readEvmTransfer },
  svm: { exact: readSvmTransfer },
  avm: { exact: readAvmTransfer },
}

/**
 * Reads a payload and compares it with our terms: recipient, asset, amount, scheme and network. Local and cheap: no
 * signature is checked and no clock is read. Refuses a payer that is its own payee: that costs the payer nothing and us
 * the gas.
 * Fails with a `PayloadError` that carries the wire's reason, whatever the payload holds.
 * For `upto`, `requirements.amount` may be the actual amount: the authorised maximum need only cover it.
 * @param further schemes of the EVM networks beyond `exact` and `upto`
 */
export function readSignedPayment(
  payload: PaymentPayload,
  requirements: PaymentRequirements,
  further: readonly ReadScheme[] = [],
): SignedPayment {
  const { scheme } = requirements
  const other = requireSameTerms(payload, requirements, further)
  const family = familyOf(requirements.network)
  if (!family) {
    throw new PayloadError(reasons.invalidNetwork, 'Expected a network of the EVM, Solana or Algorand family.')
  }
  const read = other ? family === 'evm' && other.read : readers[family][scheme]
  if (!read) throw new PayloadError(reasons.unsupportedScheme, `Expected another scheme than ${scheme} there.`)
  const payment = read(payload, requirements)
  // `payTo` may be a contract that fetches the money, so the payer is compared with the terms.
  if (isSameAddress(requirements.network, payment.authorization.payer, requirements.payTo)) {
    throw new PayloadError(reasons.payerIsPayee, 'The payer is the payee: there is nothing to settle.')
  }
  return payment
}

/** Fails when a payload was signed for another scheme or network than ours, or when our scheme is unknown. */
export function requireSameTerms(
  payload: PaymentPayload,
  { scheme, network }: PaymentRequirements,
  further: readonly ReadScheme[],
): ReadScheme | null {
  const other = further.find(({ name }) => name === scheme) ?? null
  const known = [...Object.keys(readers.evm), ...further.map(({ name }) => name)]
  if (!known.includes(scheme)) {
    throw new PayloadError(reasons.unsupportedScheme, `Expected one of the schemes ${known.join(', ')}.`)
  }
  const expected = other?.mismatch ?? mismatch
  if (payload.accepted.scheme !== scheme) {
    throw new PayloadError(expected.scheme, 'The payload was signed for another scheme.')
  }
  if (payload.accepted.network !== network) {
    throw new PayloadError(expected.network, 'The payload was signed for another network.')
  }
  return other
}
