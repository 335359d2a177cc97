import { reasons } from '@/lib/base/x402/reasons'
import type { ClaimInput, ClaimResult } from '@/lib/payments/claim'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { answerGivenUp } from './answer-given-up'
import { deliverSettled, deliverStored, responseOf } from './deliver'
import type { Gate } from './gate'
import { isForRequest } from './is-for-request'
import { isOfRoute } from './is-of-route'
import type { OpenedRequest } from './opened-request'
import { problemResponse } from './problem'
import { identifierConflict, paymentInProgress, refuse, refuseSpent, refuseUsed } from './refuse-payment'
import { resolveUnknown } from './resolve-unknown'

type RepeatResult = Exclude<ClaimResult, { kind: 'claimed' }>

/**
 * Row 6 and similar rows: the payment, or an earlier one for the same request, is already in the ledger.
 * `claim` says that another request got the content of the earlier one, and the payment may be claimed separately.
 */
export async function answerRepeatedPayment(
  gate: Gate,
  opened: OpenedRequest,
  input: ClaimInput,
  held: RepeatResult,
): Promise<Response | 'claim'> {
  const row = held.row.status === 'unknown' ? await resolveUnknown(gate, held.row) : held.row
  const givenUp = answerGivenUp(row)
  if (givenUp) return givenUp
  switch (held.kind) {
    case 'taken':
      return answerTaken(gate, opened, input, row)
    case 'identified':
      return answerIdentified(gate, opened, row)
    case 'earlier':
      if (row.status === 'unknown') return settlementUnknown()
      return ((await isSettledFor(opened, row)) ? await deliverSettled(gate, opened, row) : null) ?? 'claim'
  }
}

/** A payment in doubt may turn out to be for another request at the same address, or for an earlier route there. */
const isSettledFor = async (opened: OpenedRequest, row: LedgerRow): Promise<boolean> =>
  row.status === 'settled' && isOfRoute(opened, row) && (await isForRequest(opened, row))

async function answerTaken(gate: Gate, opened: OpenedRequest, input: ClaimInput, row: LedgerRow): Promise<Response> {
  if (input.paymentIdentifier !== null && row.paymentIdentifier === input.paymentIdentifier) {
    return answerIdentified(gate, opened, row)
  }
  if (row.status === 'claimed' || row.status === 'settling') return paymentInProgress()
  if (row.status === 'received') return refuseUsed(gate, opened, responseOf(row))
  if (row.status === 'unknown') {
    return row.verifiedAt === null ? refuse(gate, opened, reasons.paymentAlreadyUsed) : settlementUnknown()
  }
  if (row.status === 'settled' && row.deliveredAt === null && (await isForRequest(opened, row))) {
    return (await deliverDue(gate, opened, row)) ?? paymentInProgress()
  }
  // It moved no money, and the client is told so: after "already used" it would look for content that it never got.
  if (row.status === 'refused' || row.status === 'undecidable')
    return refuse(gate, opened, row.reason ?? reasons.paymentAlreadyUsed)
  return refuseSpent(gate, opened, row)
}

/** The content that is due, or the reason why it no longer is. Null when another request is sending it or has. */
export const deliverDue = async (gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response | null> =>
  row.rightEndedAt === null ? deliverSettled(gate, opened, row) : refuseSpent(gate, opened, row)

/** A repeated payment identifier of this payer: the stored outcome, or a conflict when it asks for something else. */
export async function answerIdentified(gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response> {
  if (!(await isForRequest(opened, row))) return identifierConflict()
  const givenUp = answerGivenUp(row)
  if (givenUp) return givenUp
  if (row.status === 'claimed' || row.status === 'settling') return paymentInProgress()
  if (row.status === 'unknown') return settlementUnknown()
  if (row.status === 'received') return refuseUsed(gate, opened, responseOf(row))
  if (row.status === 'spent_zero') return refuseSpent(gate, opened, row)
  if (row.status !== 'settled') return refuse(gate, opened, row.reason ?? reasons.paymentAlreadyUsed)
  if (row.deliveredAt === null) return (await deliverDue(gate, opened, row)) ?? paymentInProgress()
  return (await deliverStored(gate, opened, row)) ?? (await refuseSpent(gate, opened, row))
}

function settlementUnknown(): Response {
  return problemResponse({
    status: 409,
    code: reasons.settlementUnknown,
    detail:
      'An earlier payment of yours for this is not confirmed yet. Ask again in a moment; this one was not charged.',
    headers: { 'Retry-After': '2' },
  })
}
