import { findIdentified, findPayment } from '@/lib/payments/ledger'
import { answerAskedBefore } from '../asked-before'
import { deliverStored } from '../deliver'
import type { Gate } from '../gate'
import { isForRequest } from '../is-for-request'
import type { OpenedRequest } from '../opened-request'
import { readPaymentIdentifier } from '../read-extensions'
import { identifierConflict } from '../refuse-payment'
import { authorizationKeyOf, type PresentedCall, payerOf } from './channel-call'
import { isOwnPayment } from './is-own-payment'

/**
 * Answers a repeat of a charged request, signed by a key that may sign for its channel: with its stored answer, while
 * that is undelivered. Null for any other request.
 */
export async function answerRepeatedCall(
  gate: Gate,
  opened: OpenedRequest,
  call: PresentedCall,
): Promise<Response | null> {
  if (call.payment.type === 'refund') return null
  const row = await findPayment(gate.database, authorizationKeyOf(call))
  if (!row || !(await isForRequest(opened, row)) || !(await isOwnPayment(gate, call, row))) return null
  const answer = await answerAskedBefore(gate, opened, row, 'voucher')
  if (answer) return answer
  const identifier = readPaymentIdentifier(call.payload)
  return identifier !== null && row.paymentIdentifier === identifier ? deliverStored(gate, opened, row) : null
}

/**
 * Answers a payment identifier that was used at the route: with its outcome, or with a conflict, also where another
 * payer asks. Null for a new one, and for none.
 */
export async function answerNamedCall(
  gate: Gate,
  opened: OpenedRequest,
  call: PresentedCall,
): Promise<Response | null> {
  const { payment, payload } = call
  const paymentIdentifier = readPaymentIdentifier(payload)
  if (paymentIdentifier === null || payment.type === 'refund') return null
  const used = { routeKey: opened.route.key, payerIdentity: payerOf(payment), paymentIdentifier }
  const row = await findIdentified(gate.database, used)
  if (!row) return null
  const isTheirs = (await isOwnPayment(gate, call, row)) && (await isForRequest(opened, row))
  return isTheirs ? answerAskedBefore(gate, opened, row, 'identifier') : identifierConflict()
}
