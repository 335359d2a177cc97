import type { Authorization } from '@/lib/base/chains/authorization'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentStatus } from '@/lib/base/x402/views'
import type { PaymentPayload } from '@/lib/base/x402/wire'
import type { ClaimInput, ClaimResult } from '@/lib/payments/claim'
import type { LedgerRow } from '@/lib/payments/ledger'
import { readChallengeSecret } from './build-challenge'
import { deliverSettled, deliverStored, responseOf } from './deliver'
import type { Gate, OpenedRequest } from './gate'
import { isForRequest, isOfRoute } from './open-request'
import { readPaymentIdentifier } from './read-extensions'
import { resolveUnknown } from './reconcile'
import {
  contentGivenUp,
  earlierUnknown,
  facilitatorUnreachable,
  identifierConflict,
  paymentInProgress,
  refuse,
  refuseCopy,
  refuseSpent,
  refuseUsed,
} from './refuse-payment'

/**
 * How a payment that the ledger holds is asked for: by the same payload, by its payment identifier, by another payment of its
 * payer for the same request, or by the voucher of a call that was charged.
 */
export type RepeatKind = 'payment' | 'identifier' | 'another' | 'voucher'

type Asking = { payload: PaymentPayload; authorization?: Authorization }

/** `due`: settled, not delivered, and for this very request. `unverified`: in doubt, and never known to be unspent. */
type RepeatState = Exclude<PaymentStatus, 'settled'> | 'due' | 'delivered' | 'givenUp' | 'unverified'

/** Null: nothing to answer, and the request goes on with its new payment. */
type RepeatAnswer = (
  gate: Gate,
  opened: OpenedRequest,
  row: LedgerRow,
  asking: Asking,
) => Response | null | Promise<Response | null>

const wait: RepeatAnswer = () => paymentInProgress()
const doubt: RepeatAnswer = () => earlierUnknown()
const goOn: RepeatAnswer = () => null
const used: RepeatAnswer = (gate, opened, row) => refuseUsed(gate, opened, responseOf(row))
const spent: RepeatAnswer = refuseSpent
/** It moved no money, and the client is told so: after "already used" it would look for content that it never got. */
const ended: RepeatAnswer = (gate, opened, row) => refuse(gate, opened, row.reason ?? reasons.paymentAlreadyUsed)
const taken: RepeatAnswer = (gate, opened) => refuse(gate, opened, reasons.paymentAlreadyUsed)
const givenUp: RepeatAnswer = (_gate, _opened, row) => contentGivenUp({ payTo: row.payTo, response: responseOf(row) })
/** The content that is due, unless it no longer is, or another request is sending it or has. */
const send: RepeatAnswer = async (gate, opened, row) =>
  row.rightEndedAt !== null
    ? refuseSpent(gate, opened, row)
    : ((await deliverSettled(gate, opened, row)) ?? paymentInProgress())
/** The chain publishes the signature of what has settled: its copy gets nothing. */
const sendToBuyer: RepeatAnswer = (gate, opened, row, asking) =>
  showsUnpublished(row, asking.payload) ? send(gate, opened, row, asking) : refuseCopy(gate, opened, row)
/** The chain publishes vouchers too. The scheme answers their copy, as one that continues a former sum. */
const sendToVoucher: RepeatAnswer = (gate, opened, row, asking) =>
  showsUnpublished(row, asking.payload) ? send(gate, opened, row, asking) : null
/** Another signature of the payer, unless the chain has published it too. */
const sendOnce: RepeatAnswer = async (gate, opened, row, { authorization }) => {
  if (!authorization || !isOfRoute(opened, row)) return null
  const { state } = await gate.chains.findAuthorization(authorization, null)
  if (state === 'unreadable') return facilitatorUnreachable()
  return state === 'unused' ? deliverSettled(gate, opened, row) : null
}
const repeat: RepeatAnswer = async (gate, opened, row) =>
  (await deliverStored(gate, opened, row)) ?? refuseSpent(gate, opened, row)

/** Row 6 of the state table: by the state of the payment that the ledger holds, and how it is asked for. */
const outcomes: Record<RepeatState, Record<RepeatKind, RepeatAnswer>> = {
  claimed: { payment: wait, identifier: wait, another: goOn, voucher: wait },
  settling: { payment: wait, identifier: wait, another: goOn, voucher: wait },
  streaming: { payment: spent, identifier: ended, another: goOn, voucher: wait },
  unverified: { payment: taken, identifier: doubt, another: doubt, voucher: wait },
  unknown: { payment: doubt, identifier: doubt, another: doubt, voucher: wait },
  due: { payment: sendToBuyer, identifier: send, another: sendOnce, voucher: sendToVoucher },
  delivered: { payment: spent, identifier: repeat, another: goOn, voucher: goOn },
  givenUp: { payment: givenUp, identifier: givenUp, another: givenUp, voucher: givenUp },
  received: { payment: used, identifier: used, another: goOn, voucher: wait },
  spent_zero: { payment: spent, identifier: spent, another: goOn, voucher: wait },
  refused: { payment: ended, identifier: ended, another: goOn, voucher: wait },
  undecidable: { payment: ended, identifier: ended, another: goOn, voucher: wait },
  abandoned: { payment: spent, identifier: ended, another: goOn, voucher: wait },
}

export async function answerAskedBefore(
  gate: Gate,
  opened: OpenedRequest,
  row: LedgerRow,
  asked: RepeatKind,
  asking: Asking,
): Promise<Response | null> {
  const isSame = await isForRequest(opened, row)
  const state = stateOf(row, isSame)
  Object.assign(opened.facts, { paymentId: row.id, settledAs: 'repeated' })
  if (asked === 'identifier' && !isSame && state !== 'givenUp') return identifierConflict()
  return outcomes[state][asked](gate, opened, row, asking)
}

/** True if a payment comes with what its buyer sent beside it the first time, which the chain does not publish. */
function showsUnpublished(row: LedgerRow, payload: PaymentPayload): boolean {
  const identifier = readPaymentIdentifier(payload)
  if (identifier !== null && identifier === row.paymentIdentifier) return true
  const secret = readChallengeSecret(payload)
  return secret !== null && secret === readChallengeSecret(row.payload as unknown as PaymentPayload) // As it was parsed.
}

function stateOf({ status, reason, verifiedAt, deliveredAt }: LedgerRow, isForRequest: boolean): RepeatState {
  if (status === 'settled') return deliveredAt === null && isForRequest ? 'due' : 'delivered'
  if (status === 'received' && reason === reasons.deliveryExhausted) return 'givenUp'
  return status === 'unknown' && verifiedAt === null ? 'unverified' : status
}

/** The same for what the ledger answered to a claim, after a look at the chain where that was in doubt. */
export async function answerRepeated(
  gate: Gate,
  opened: OpenedRequest,
  input: ClaimInput,
  held: Exclude<ClaimResult, { kind: 'claimed' }>,
): Promise<Response | null> {
  const row = held.row.status === 'unknown' ? await resolveUnknown(gate, held.row) : held.row
  if (held.kind === 'earlier') return answerAskedBefore(gate, opened, row, 'another', input)
  const isNamed =
    held.kind === 'identified' ||
    (input.paymentIdentifier !== null && input.paymentIdentifier === row.paymentIdentifier)
  return answerAskedBefore(gate, opened, row, isNamed ? 'identifier' : 'payment', input)
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
