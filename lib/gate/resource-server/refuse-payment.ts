import { reasons } from '@/lib/base/x402/reasons'
import type { SettleResponse } from '@/lib/base/x402/wire'
import type { LedgerRow } from '@/lib/payments/ledger'
import { REPEATED_MINUTES } from '@/lib/payments/right'
import { answerPaymentRequired } from './answer-payment-required'
import type { Gate, OpenedRequest } from './gate'
import { problemResponse } from './problem'
import { settledHeaders } from './release'

/**
 * Row 5: the terms again, with the reason why this payment was not accepted, and what a settlement said that paid no
 * one. Row 12 where the network is what was refused.
 */
export async function refuse(
  gate: Gate,
  opened: OpenedRequest,
  reason: string,
  unpaid: SettleResponse | null = null,
): Promise<Response> {
  if (reason === reasons.gasWalletsEmpty || reason === reasons.signerUnreachable) return networkClosed(reason)
  // A reverted transaction paid no one.
  const headers = unpaid && settledHeaders({ response: { ...unpaid, transaction: '' } })
  return answerPaymentRequired(gate, opened, { error: reason, headers: headers ?? {} })
}

/** Row 5a: the payment landed before, or for another server; names its transaction. */
export function refuseUsed(gate: Gate, opened: OpenedRequest, response: SettleResponse): Promise<Response> {
  const headers = settledHeaders({ response })
  return answerPaymentRequired(gate, opened, { error: reasons.authorizationAlreadyUsed, headers })
}

/**
 * Row 6: the payment has opened what it paid for, or was used up without a charge. Tells how it was settled, so that
 * nobody mistakes a lost answer for a lost payment, and what can still be done.
 */
export function refuseSpent(gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response> {
  const response = row.settleResponse as SettleResponse | null // Only the ledger writes it, from this type.
  const note = wordsOnSpent(opened, row)
  const headers = response === null ? {} : settledHeaders({ response })
  return answerPaymentRequired(gate, opened, { error: reasons.paymentAlreadyUsed, headers, note })
}

/** Row 6: settled and not delivered, and asked for by what anyone can read on the chain. */
export function refuseCopy(gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response> {
  const headers = settledHeaders({ response: row.settleResponse as unknown as SettleResponse })
  const note =
    'This payment was taken, and its answer did not arrive. As its signature is public by now, the answer goes to the one who also sends the payment-identifier or the challenge-secret that came with it, or signs in. Or sign a new payment for the same request within an hour: it gets the answer, and is not charged.'
  return answerPaymentRequired(gate, opened, { error: reasons.paymentAlreadyUsed, headers, note })
}

function wordsOnSpent({ entitlement }: OpenedRequest, row: LedgerRow): string {
  if (row.rightEndedAt !== null) return 'The seller has given this payment back, so it opens nothing any more.'
  if (row.status === 'spent_zero' || row.status === 'abandoned')
    return 'This payment is used up, and nothing was charged for it. Sign a new one.'
  if (row.status !== 'settled') return 'This payment is used up; it is not charged again.'
  const named = row.paymentIdentifier !== null
  const kept = named
    ? `Its answer is not kept any more: only up to 256 KiB are, for ${REPEATED_MINUTES} minutes.`
    : `An answer that was lost comes again for ${REPEATED_MINUTES} minutes, to a payment that carries a payment-identifier; this one has none.`
  const signIn =
    entitlement.entitlementUri === null ? '' : ' Sign in with its wallet to open the resource without paying again.'
  return `This payment was taken and its answer was sent; it is not charged again. ${kept}${signIn} A new payment buys a new answer.`
}

/** Row 6: another request works on the same payment. */
export const paymentInProgress = (): Response =>
  problemResponse({
    code: reasons.paymentInProgress,
    detail: 'This payment is being worked on. Ask again with the same payment in a moment; you are not charged twice.',
    headers: { 'Retry-After': '1' },
  })

/** Row 6: whether an earlier payment for the same was settled is not known yet. */
export const earlierUnknown = (): Response =>
  problemResponse({
    status: 409,
    code: reasons.settlementUnknown,
    detail:
      'An earlier payment of yours for this is not confirmed yet. Ask again in a moment; this one was not charged.',
    headers: { 'Retry-After': '2' },
  })

export function contentGivenUp({ payTo, response }: { payTo: string; response: SettleResponse }): Response {
  // One that lands with others has no transaction yet.
  const { transaction } = response
  const place = transaction === '' ? '' : ` in transaction ${transaction}`
  return problemResponse({
    code: reasons.deliveryExhausted,
    detail:
      `Your payment was taken${place}, and its content did not arrive. ` +
      `No more attempts are made and nothing more is charged. The seller, who was paid at ${payTo}, sees it as received and not delivered: ask for it back there.`,
    headers: settledHeaders({ response }),
  })
}

/** The payer has used this payment identifier for something else. */
export const identifierConflict = (): Response =>
  problemResponse({
    code: 'payment_identifier_conflict',
    detail: 'This payment identifier was used for another request. Use a new one; you were not charged.',
  })

/** Row 12: no facilitator could verify the payment. */
export const facilitatorUnreachable = (): Response =>
  problemResponse({
    code: 'facilitator_unreachable',
    detail: 'The payment could not be checked just now. You were not charged; ask again in a moment.',
    headers: { 'Retry-After': '5' },
  })

/** Row 12 too: what was refused is the network, and no other payment there would fare better. */
function networkClosed(code: typeof reasons.gasWalletsEmpty | typeof reasons.signerUnreachable): Response {
  return problemResponse({
    code,
    detail:
      'No payment can be settled on this network just now. You were not charged; pay on another network, or ask again later.',
    headers: { 'Retry-After': '30' },
  })
}

export const stillUnknown = (): Response =>
  problemResponse({
    code: reasons.settlementUnknown,
    detail:
      'The network has not confirmed your payment yet. Ask again with the same payment; if it went through, the content is yours, and it is never taken twice.',
    headers: { 'Retry-After': '5' },
  })

/** `charge` says what happens to the money. */
export const requestTooLarge = ({ route }: Pick<OpenedRequest, 'route'>, charge: string): Response =>
  problemResponse({
    code: 'request_too_large',
    detail: `The request body is larger than the ${route.maxRequestBytes} bytes that this route reads. ${charge}`,
  })

export const requestTooSlow = (detail: string): Response => problemResponse({ code: 'request_too_slow', detail })

export const amountInvalid = (message: string): Response =>
  problemResponse({
    code: reasons.settlementAmountInvalid,
    detail: `The seller's meter gave no valid amount, so nothing was charged. ${message}`,
  })

/** Metered content cannot be paid first, so a payer with too much unpaid metered work has to wait. */
export const payerLimited = (): Response =>
  problemResponse({
    code: 'payer_limited',
    detail:
      'Payments of this wallet were refused several times after the work for them was done. Nothing was charged; try again later.',
    headers: { 'Retry-After': '600' },
  })
