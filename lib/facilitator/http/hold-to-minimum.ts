import { reasons } from '@/lib/x402/reasons'
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
  const { scheme, network, asset, amount } = read.request.paymentRequirements
  const minimum = minimumOf(network, asset)
  const isFree = verb === 'settle' && scheme === 'upto' && amount === '0'
  if (isFree || BigInt(amount) >= minimum) return read
  const message = `Expected at least ${minimum} atomic units of ${asset} on ${network}, got ${amount}.`
  return { kind: 'verdict', reason: reasons.amountBelowMinimum, message, network }
}
