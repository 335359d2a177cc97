import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import type { Database } from '@/lib/base/infra/database'
import { databaseNow } from '@/lib/base/infra/prune'
import { reasons } from '@/lib/base/x402/reasons'
import type { ExtensionResponses, SettleResponse } from '@/lib/base/x402/wire'
import type { PaymentLease } from '@/lib/payments/leases'
import {
  beginDeliveryRun,
  type DeliveryEnd,
  giveUpDelivery,
  keepAnswer,
  type LedgerRow,
  MAXIMUM_DELIVERY_RUNS,
  recordDelivered,
  takeDelivery,
} from '@/lib/payments/ledger'
import { REPEATED_MINUTES } from '@/lib/payments/right'
import { purchaseRecordCookie, readPurchaseRecord } from '../sign-in/purchase-record'
import type { Gate, OpenedRequest } from './gate'
import { createIdleMeter } from './meter'
import { isOfRoute } from './open-request'
import { produce } from './produce'
import { contentGivenUp } from './refuse-payment'
import {
  discardAnswer,
  gatedHeaders,
  type ReadAnswer,
  releaseAnswer,
  type Settled,
  settledHeaders,
  storedAnswerOf,
  toStoredAnswer,
} from './release'
import type { Buyer } from './route-config'

export type GateDelivery = PaymentLease & Settled

/** Row 9: sends the content with the proof of its settlement, and notes whether it arrived. */
export async function deliver(
  gate: Gate,
  opened: OpenedRequest,
  delivery: GateDelivery,
  answer: ReadAnswer,
): Promise<Response> {
  const releaseLease = gate.leases.hold(delivery)
  const headers = {
    ...settledHeaders(delivery),
    ...rememberedHeaders(gate, opened, delivery.paymentId),
  }
  return releaseAnswer(answer, opened, headers, {
    delivered: () => void note(gate, delivery, recordDelivered, releaseLease),
    broken: () => void giveUp(gate, delivery).then(releaseLease),
  })
}

/** A page of ours that received the content may open it again. A repeated answer (row 6) does not say so. */
export function rememberedHeaders(
  gate: Gate,
  { route, request: { headers } }: OpenedRequest,
  paymentId: string,
): Record<string, string> {
  if (!gate.hasPages || !route.signIn || !isSameOrigin(headers, gate.publicOrigin)) return {}
  const before = readPurchaseRecord(gate, headers.get('cookie'))
  return { 'set-cookie': purchaseRecordCookie(gate, [paymentId, ...before]) }
}

type LedgerMove = (database: Database, lease: PaymentLease) => Promise<unknown>

/** Eight minutes in all: soon after the database is back, the note is in it. */
const NOTE_ATTEMPTS = 960
const LONGEST_PAUSE_MS = 500
const LOGGED_ATTEMPTS = 4

/**
 * Notes how a delivery ended. Returns after the first attempt; while the database is away, it tries again in the
 * background. Calls `ended` after the last attempt. Content that has left keeps its lease until then: its payer would get
 * the next purchase of it free. Content that is due keeps none, so that its payer may fetch it from any instance.
 */
async function note(gate: Gate, lease: PaymentLease, move: LedgerMove, ended = () => {}, attempt = 1): Promise<void> {
  try {
    await move(gate.database, lease)
  } catch (error) {
    const isLast = attempt === NOTE_ATTEMPTS
    if (isLast || attempt <= LOGGED_ATTEMPTS) {
      gate.log.error({ err: error, paymentId: lease.paymentId, attempt }, 'A delivery was not noted')
    }
    if (!isLast) {
      const pauseMs = Math.min(60 * 2 ** attempt, LONGEST_PAUSE_MS)
      void sleep(pauseMs, null, { ref: false }).then(() => note(gate, lease, move, ended, attempt + 1))
      return
    }
  }
  ended()
}

/** Leaves the content undelivered; after the last failed run, or when the route is gone, it is to be refunded. */
function giveUp(gate: Gate, lease: PaymentLease, end: DeliveryEnd = {}): Promise<void> {
  return note(gate, lease, async (database) => {
    if (!(await giveUpDelivery(database, lease, end))) return
    const { paymentId } = lease
    gate.log.warn({ paymentId }, 'The content of a settled payment was given up')
    gate.observer.ended?.({ paymentId, status: 'received', reason: reasons.deliveryExhausted })
  })
}

/**
 * Sends the content of a payment that was settled and not delivered: the produced or stored answer, else one produced
 * again at the settled amount. Another route that now stands at its address never produces for it, so it is to be
 * refunded then. Null when another request is sending it or has. A lease that lapsed while the database was away is one
 * still to the process that holds it.
 */
export async function deliverSettled(
  gate: Gate,
  opened: OpenedRequest,
  settled: LedgerRow,
  inHand: ReadAnswer | null = null,
): Promise<Response | null> {
  const lease = { paymentId: settled.id, leaseToken: randomUUID() }
  const row = gate.leases.holds(settled) ? null : await takeDelivery(gate.database, lease)
  if (!row) {
    if (inHand) await discardAnswer(inHand)
    return null
  }
  const delivery = { ...lease, ...toSettled(row) }
  const answer = inHand ?? readStored(row)
  if (answer) return deliver(gate, opened, delivery, answer)
  if (!isOfRoute(opened, row)) return refuseUndeliverable(gate, row, delivery, { isRouteGone: true })
  return produceSettled(gate, opened, row, delivery)
}

/**
 * Runs the handler for money that has been taken, a few times at most. A failure leaves the content undelivered; an
 * answer is stored before it is sent. Null when another request has the payment by now.
 */
export async function produceSettled(
  gate: Gate,
  opened: OpenedRequest,
  row: PaidRow,
  delivery: GateDelivery,
): Promise<Response | null> {
  const releaseLease = gate.leases.hold(delivery)
  try {
    if (row.deliveryRuns >= MAXIMUM_DELIVERY_RUNS) return await refuseUndeliverable(gate, row, delivery)
    const run = await beginDeliveryRun(gate.database, delivery)
    if (run === null) return null
    const produced = await produce(gate, opened, { buyer: buyerOf(row), meter: createIdleMeter(), isPaid: true })
    if (produced.isOk) {
      const stored = toStoredAnswer(produced.answer)
      if (stored) await note(gate, delivery, (database, lease) => keepAnswer(database, lease, stored))
      return await deliver(gate, opened, delivery, produced.answer)
    }
    if (run >= MAXIMUM_DELIVERY_RUNS) {
      await discardAnswer(produced.answer)
      return await refuseUndeliverable(gate, row, delivery)
    }
    await giveUp(gate, delivery)
    return releaseAnswer(produced.answer, opened, settledHeaders(delivery))
  } finally {
    releaseLease()
  }
}

async function refuseUndeliverable(gate: Gate, { payTo }: PaidRow, delivery: GateDelivery, end?: DeliveryEnd) {
  await giveUp(gate, delivery, end)
  return contentGivenUp({ payTo, response: delivery.response })
}

/** The stored outcome of a payment identifier, as often as it is asked for; null when it is no longer kept, or due. */
export async function deliverStored(gate: Gate, opened: OpenedRequest, row: LedgerRow): Promise<Response | null> {
  const stored = row.rightEndedAt === null ? readStored(row) : null
  if (!stored || !(await isRepeatable(gate, row))) return null
  return releaseAnswer(stored, opened, settledHeaders(toSettled(row)))
}

/** Decided by the database's clock, which wrote `deliveredAt`. */
async function isRepeatable({ database }: Gate, { deliveredAt }: LedgerRow): Promise<boolean> {
  if (deliveredAt === null) return false
  return (await databaseNow(database)).getTime() - deliveredAt.getTime() < REPEATED_MINUTES * 60_000
}

type BuyerRow = Pick<LedgerRow, 'id' | 'payer' | 'network' | 'scheme' | 'authorizedAtomic'>
type PaidRow = BuyerRow & Pick<LedgerRow, 'payTo' | 'deliveryRuns'>

export function buyerOf(row: BuyerRow): Buyer {
  const buyer: Buyer = {
    kind: 'payment',
    paymentId: row.id,
    payer: row.payer,
    network: row.network,
    scheme: row.scheme,
    maximumAtomic: row.authorizedAtomic,
  }
  // Handlers may answer with it as JSON, which has no bigint.
  const toJSON = () => ({ ...buyer, maximumAtomic: row.authorizedAtomic.toString() })
  return Object.defineProperty(buyer, 'toJSON', { value: toJSON })
}

/** The settlement as answered to the payer; the ledger writes only this type there. */
export const responseOf = (row: LedgerRow): SettleResponse => row.settleResponse as unknown as SettleResponse

function toSettled(row: LedgerRow): Settled {
  return {
    response: responseOf(row),
    extensionResponses: row.extensionResponses as ExtensionResponses | null,
  }
}

function readStored(row: LedgerRow): ReadAnswer | null {
  const stored = storedAnswerOf(row)
  return stored && { ...stored, headers: [...gatedHeaders(stored.headers)], rest: null }
}
