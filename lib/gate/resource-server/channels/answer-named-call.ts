import { findIdentified } from '@/lib/payments/ledger'
import { answerIdentified } from '../answer-repeated-payment'
import type { Gate } from '../gate'
import type { OpenedRequest } from '../opened-request'
import { readPaymentIdentifier } from '../read-extensions'
import { identifierConflict } from '../refuse-payment'
import { type PresentedCall, payerOf } from './channel-call'
import { isOwnPayment } from './is-own-payment'

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
  if (!(await isOwnPayment(gate, call, row))) return identifierConflict()
  return answerIdentified(gate, opened, row)
}
