import { x402ExactPermit2ProxyAddress, x402UptoPermit2ProxyAddress } from '@x402/evm'
import { addressIdentity, isAddress, isSameAddress } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentRequirements } from '@/lib/base/x402/wire'
import type { Authorization } from '../authorization'
import { PayloadError } from '../errors'
import { requiredAmount, requirePayTo } from '../requirement-terms'
import { type Eip3009Payment, type EvmPayment, type Permit2Payment, parseEvmPayment } from './evm-payment'

/**
 * The payment, once its recipient, token, amount and spender are known to be the required ones. Reasons are the SDK's,
 * so that ours and stock answers read alike.
 */
export function parseEvmTerms(payload: unknown, requirements: PaymentRequirements): EvmPayment {
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

export function describeEvmPayment(payment: EvmPayment, requirements: PaymentRequirements): Authorization {
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

/**
 * The identity of an EVM authorization. Permit2 counts nonces per owner for all tokens together: the token is no part
 * of it, and `permit2` stands in its place.
 */
export const authorizationKey = (network: string, tokenOrPermit2: string, payer: string, nonce: string) =>
  `${network}/${tokenOrPermit2}/${payer}/${nonce}`

const LAST_UNIX_SECOND = 253_402_300_799n // End of the year 9999, which every database can store.

export const fromUnixSeconds = (seconds: bigint) =>
  new Date(Number(seconds < LAST_UNIX_SECOND ? seconds : LAST_UNIX_SECOND) * 1_000)
