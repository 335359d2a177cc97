import type { PaymentStatus } from '@/lib/base/x402/payment-status'
import { reasons } from '@/lib/base/x402/reasons'
import type { ClaimInput, ClaimResult } from '@/lib/payments/claim'
import type { LedgerRow } from '@/lib/payments/ledger-row'
import { deliverSettled, deliverStored, responseOf } from './deliver'
import type { Gate } from './gate'
import { isForRequest, isOfRoute } from './is-for-request'
import type { OpenedRequest } from './opened-request'
import {
  contentGivenUp,
  earlierUnknown,
  identifierConflict,
  paymentInProgress,
  refuse,
  refuseSpent,
  refuseUsed,
} from './refuse-payment'
import { resolveUnknown } from './resolve-unknown'

/**
 * How a payment that the ledger holds is asked for: by the same payload, by its payment identifier, by another payment of its
 * payer for the same request, or by the voucher of a call that was charged.
 */
export type AskedBy = 'payment' | 'identifier' | 'another' | 'voucher'

/** `due`: settled, not delivered, and for this very request. `unverified`: in doubt, and never known to be unspent. */
type State = Exclude<PaymentStatus, 'settled'> | 'due' | 'delivered' | 'givenUp' | 'unverified'

/** Null: nothing to answer, and the request goes on with its new payment. */
type Outcome = (gate: Gate, opened: OpenedRequest, row: LedgerRow) => Response | null | Promise<Response | null>

const wait: Outcome = () => paymentInProgress()
const doubt: Outcome = () => earlierUnknown()
const goOn: Outcome = () => null
const used: Outcome = (gate, opened, row) => refuseUsed(gate, opened, responseOf(row))
const spent: Outcome = refuseSpent
/** It moved no money, and the client is told so: after "already used" it would look for content that it never got. */
const ended: Outcome = (gate, opened, row) => refuse(gate, opened, row.reason ?? reasons.paymentAlreadyUsed)
const taken: Outcome = (gate, opened) => refuse(gate, opened, reasons.paymentAlreadyUsed)
const givenUp: Outcome = (_gate, _opened, row) => contentGivenUp({ payTo: row.payTo, response: responseOf(row) })
/** The content that is due, unless it no longer is, or another request is sending it or has. */
const send: Outcome = async (gate, opened, row) =>
  row.rightEndedAt !== null
    ? refuseSpent(gate, opened, row)
    : ((await deliverSettled(gate, opened, row)) ?? paymentInProgress())
const sendOnce: Outcome = (gate, opened, row) => (isOfRoute(opened, row) ? deliverSettled(gate, opened, row) : null)
const repeat: Outcome = async (gate, opened, row) =>
  (await deliverStored(gate, opened, row)) ?? refuseSpent(gate, opened, row)

/** Row 6 of the state table: by the state of the payment that the ledger holds, and how it is asked for. */
const outcomes: Record<State, Record<AskedBy, Outcome>> = {
  claimed: { payment: wait, identifier: wait, another: goOn, voucher: wait },
  settling: { payment: wait, identifier: wait, another: goOn, voucher: wait },
  streaming: { payment: spent, identifier: ended, another: goOn, voucher: wait },
  unverified: { payment: taken, identifier: doubt, another: doubt, voucher: wait },
  unknown: { payment: doubt, identifier: doubt, another: doubt, voucher: wait },
  due: { payment: send, identifier: send, another: sendOnce, voucher: send },
  delivered: { payment: spent, identifier: repeat, another: goOn, voucher: goOn },
  givenUp: { payment: givenUp, identifier: givenUp, another: givenUp, voucher: givenUp },
  received: { payment: used, identifier: used, another: goOn, voucher: wait },
  spent_zero: { payment: spent, identifier: spent, another: goOn, voucher: wait },
  refused: { payment: ended, identifier: ended, another: goOn, voucher: wait },
  undecidable: { payment: ended, identifier: ended, another: goOn, voucher: wait },
  abandoned: { payment: spent, identifier: ended, another: goOn, voucher: wait },
}

/** Answers a request by a payment that the ledger holds. */
export async function answerAskedBefore(
  gate: Gate,
  opened: OpenedRequest,
  row: LedgerRow,
  asked: AskedBy,
): Promise<Response | null> {
  const isSame = await isForRequest(opened, row)
  const state = stateOf(row, isSame)
  Object.assign(opened.facts, { paymentId: row.id, settledAs: 'repeated' })
  if (asked === 'identifier' && !isSame && state !== 'givenUp') return identifierConflict()
  return outcomes[state][asked](gate, opened, row)
}

function stateOf({ status, reason, verifiedAt, deliveredAt }: LedgerRow, isForRequest: boolean): State {
  if (status === 'settled') return deliveredAt === null && isForRequest ? 'due' : 'delivered'
  if (status === 'received' && reason === reasons.deliveryExhausted) return 'givenUp'
  return status === 'unknown' && verifiedAt === null ? 'unverified' : status
}

/** The same for what the ledger answered to a claim, after a look at the chain where that was in doubt. */
export async function answerRepeated(
  gate: Gate,
  opened: OpenedRequest,
  { paymentIdentifier }: ClaimInput,
  held: Exclude<ClaimResult, { kind: 'claimed' }>,
): Promise<Response | null> {
  const row = held.row.status === 'unknown' ? await resolveUnknown(gate, held.row) : held.row
  if (held.kind === 'earlier') return answerAskedBefore(gate, opened, row, 'another')
  const isNamed =
    held.kind === 'identified' || (paymentIdentifier !== null && paymentIdentifier === row.paymentIdentifier)
  return answerAskedBefore(gate, opened, row, isNamed ? 'identifier' : 'payment')
}

/** The same where no new payment is taken. Null for a payment without money, which needs a new claim. */
export async function answerHeld(
  gate: Gate,
  opened: OpenedRequest,
  input: ClaimInput,
  row: LedgerRow,
): Promise<Response | null> {
  const isFree = row.status === 'abandoned' || row.status === 'refused'
  return isFree ? null : answerRepeated(gate, opened, input, { kind: 'taken', row })
}
