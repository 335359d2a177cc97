import { BATCH_SETTLEMENT } from '@/lib/base/x402/payment-channel'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { findPayment } from '@/lib/payments/ledger'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { answerHeldPayment } from './answer-held-payment'
import { buildClaim } from './build-claim'
import { answerRepeatedCall } from './channels/answer-repeated-call'
import { authorizationKeyOf } from './channels/channel-call'
import type { Gate } from './gate'
import { isForRequest } from './is-for-request'
import type { OpenedRequest } from './opened-request'

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
  const key = await keyOf(gate, payload, payload.accepted)
  const row = key === null ? null : await findPayment(gate.database, key)
  if (!row) return null
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms of that time, or emptied.
  if ((await keyOf(gate, payload, requirements)) !== key) return null
  if (!(await opened.body.fits()) || !(await isForRequest(opened, row))) return null
  return requirements.scheme === BATCH_SETTLEMENT
    ? answerCall(gate, opened, payload, requirements)
    : answerSigned(gate, opened, payload, { requirements, row })
}

/** The ledger's key of a payment under those terms, which may come from anybody; null where it does not fit them. */
async function keyOf(gate: Gate, payload: PaymentPayload, requirements: PaymentRequirements): Promise<string | null> {
  const { chains } = gate.ports
  if (requirements.scheme === BATCH_SETTLEMENT) {
    const payment = await chains.readChannelPayment(payload, requirements)
    return 'reason' in payment ? null : authorizationKeyOf({ payment, requirements })
  }
  const authorization = await chains.authorizationOf(payload, requirements)
  return 'reason' in authorization ? null : authorization.key
}

async function answerSigned(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  { requirements, row }: { requirements: PaymentRequirements; row: LedgerRow },
): Promise<Response | null> {
  const claim = await buildClaim(gate, opened, payload, requirements)
  return 'refused' in claim ? null : answerHeldPayment(gate, opened, claim, row)
}

async function answerCall(
  gate: Gate,
  opened: OpenedRequest,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<Response | null> {
  const payment = await gate.ports.chains.readChannelPayment(payload, requirements)
  return 'reason' in payment ? null : answerRepeatedCall(gate, opened, { payment, payload, requirements })
}
