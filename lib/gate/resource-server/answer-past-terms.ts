import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { findPayment } from '@/lib/payments/ledger'
import type { Gate } from './gate'
import { isForRequest } from './is-for-request'
import type { OpenedRequest } from './opened-request'
import { schemeOf } from './schemes'

/**
 * Answers a payment that does not fit the route's present terms, which may have changed since it was taken: with its
 * outcome, where the ledger holds this very payment for this very request. Null otherwise. Claims and settles nothing.
 * The accepted terms in the payload are only its sender's claim. They lead to one row at most, by one indexed read; the
 * payment and its signature are then checked by the terms that are stored there.
 */
export async function answerPastTerms(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
): Promise<Response | null> {
  const named = await schemeOf(payload.accepted).read(gate, payload, payload.accepted)
  const row = named && (await findPayment(gate.database, named.key))
  if (!row) return null
  Object.assign(opened.facts, { paymentId: row.id, network: row.network, scheme: row.scheme })
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms of that time, or emptied.
  const read = await schemeOf(requirements).read(gate, payload, requirements)
  if (read?.key !== named.key) return null
  return (await opened.body.fits()) && (await isForRequest(opened, row)) ? read.answer(opened, row) : null
}
