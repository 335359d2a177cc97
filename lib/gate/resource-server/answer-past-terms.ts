import type { SignedChannelPayment } from '@/lib/base/chains/channels/read-channel-payment'
import type { SignedPayment } from '@/lib/base/chains/signed-payment'
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
  const named = await readUnder(gate, payload, payload.accepted)
  const row = named && (await findPayment(gate.database, named.key))
  if (!row) return null
  const requirements = row.requirements as unknown as PaymentRequirements // Our own terms of that time, or emptied.
  const read = await readUnder(gate, payload, requirements)
  if (read?.key !== named.key) return null
  if (!(await opened.body.fits()) || !(await isForRequest(opened, row))) return null
  return 'call' in read
    ? answerRepeatedCall(gate, opened, { payment: read.call, payload, requirements })
    : answerSigned(gate, opened, read.signed, row)
}

type ReadUnder = { key: string } & ({ signed: SignedPayment } | { call: SignedChannelPayment })

/** A payment under those terms, which may come from anybody, with the ledger's key; null where it does not fit them. */
async function readUnder(
  gate: Gate,
  payload: PaymentPayload,
  requirements: PaymentRequirements,
): Promise<ReadUnder | null> {
  const { chains } = gate.ports
  if (requirements.scheme === BATCH_SETTLEMENT) {
    const call = await chains.readChannelPayment(payload, requirements)
    return 'reason' in call ? null : { key: authorizationKeyOf({ payment: call, requirements }), call }
  }
  const signed = await chains.readPayment(payload, requirements)
  return 'reason' in signed ? null : { key: signed.authorization.key, signed }
}

async function answerSigned(
  gate: Gate,
  opened: OpenedRequest,
  signed: SignedPayment,
  row: LedgerRow,
): Promise<Response | null> {
  const claim = await buildClaim(gate, opened, signed)
  return 'refused' in claim ? null : answerHeldPayment(gate, opened, claim, row)
}
