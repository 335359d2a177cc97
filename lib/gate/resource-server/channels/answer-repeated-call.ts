import { findPayment } from '@/lib/payments/ledger'
import { answerGivenUp } from '../answer-given-up'
import { deliverDue } from '../answer-repeated-payment'
import { deliverStored } from '../deliver'
import type { Gate } from '../gate'
import { isForRequest } from '../is-for-request'
import type { OpenedRequest } from '../opened-request'
import { readPaymentIdentifier } from '../read-extensions'
import { paymentInProgress } from '../refuse-payment'
import { authorizationKeyOf, type PresentedCall } from './channel-call'
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
  if (!row || !(await isForRequest(opened, row))) return null
  if (!(await isOwnPayment(gate, call, row))) return null
  const givenUp = answerGivenUp(row)
  if (givenUp) return givenUp
  if (row.deliveredAt === null) return (await deliverDue(gate, opened, row)) ?? paymentInProgress()
  const identifier = readPaymentIdentifier(call.payload)
  return identifier !== null && row.paymentIdentifier === identifier ? deliverStored(gate, opened, row) : null
}
