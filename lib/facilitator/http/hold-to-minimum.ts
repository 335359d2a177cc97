import { reasons } from '@/lib/x402/reasons'
import type { PaymentRequest } from '../read-payment'
import type { FacilitatorHttpOptions } from './create-facilitator-http'
import type { ReadRequest } from './read-payment-request'

/**
 * Refuses a payment that is worth less than its settlement should cost us, before it is checked. Settling nothing of
 * what was authorised sends no transaction, and stays allowed.
 */
export function holdToMinimum(
  verb: 'verify' | 'settle',
  read: ReadRequest,
  minimumOf: FacilitatorHttpOptions['minimumOf'],
): ReadRequest {
  if (read.kind !== 'payment' || !minimumOf) return read
  const { scheme, network, asset } = read.request.paymentRequirements
  const amount = amountOf(read.request)
  if (amount === null) return read
  const minimum = minimumOf(network, asset)
  const isFree = verb === 'settle' && scheme === 'upto' && amount === '0'
  if (isFree || BigInt(amount) >= minimum) return read
  const message = `Expected at least ${minimum} atomic units of ${asset} on ${network}, got ${amount}.`
  return { kind: 'verdict', reason: reasons.amountBelowMinimum, message, network }
}

/**
 * Of a payment channel only a deposit counts here: single requests cost us nothing, and what a receiver's action is worth
 * only the chain tells. Null for those.
 */
function amountOf({
  paymentPayload: { payload },
  paymentRequirements: { scheme, amount },
}: PaymentRequest): string | null {
  if (scheme !== 'batch-settlement') return amount
  const { deposit } = payload as { deposit?: { amount?: unknown } } // Read as what it may be.
  return typeof deposit?.amount === 'string' && /^\d{1,78}$/.test(deposit.amount) ? deposit.amount : null
}
