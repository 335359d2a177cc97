import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, quick, sql } from '@/lib/base/infra/database'
import type { Payment } from '@/lib/base/infra/generated/prisma/client'
import { reasons } from '@/lib/base/x402/reasons'
import type { PaymentStatus } from '@/lib/base/x402/views'
import type { ExtensionResponses, SettleResponse } from '@/lib/base/x402/wire'
import { grantStatement } from './grants'
import { leaseFromNow, leaseIsFree, type PaymentLease } from './leases'
import { noteSettling, type SettlingNote } from './settling-note'

/** A handler's answer, kept until it has been delivered. */
export type StoredAnswer = { status: number; headers: [string, string][]; body: Uint8Array<ArrayBuffer> | null }

/** A change found its row in another state: another process decided in the meantime, and this caller must stop. */
export class LostClaimError extends Error {
  override name = 'LostClaimError'
  constructor(readonly paymentId: string) {
    super('The payment is no longer held by this request.')
  }
}

/** Fails with `LostClaimError` when no row was changed. */
export async function mustMove(paymentId: string, moved: Promise<number>): Promise<void> {
  if ((await moved) !== 1) throw new LostClaimError(paymentId)
}

/** `isHandlerRun` counts against the authorization's three runs. `upstreamStatus`: what the seller's own server answered. */
export type ClaimEnd = { reason: string; isHandlerRun: boolean; upstreamStatus?: number | undefined }

/** claimed → abandoned: nothing was settled. False when the claim was lost before. */
export async function abandonClaim(database: Database, lease: PaymentLease, end: ClaimEnd): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE payments SET status = 'abandoned', reason = ${end.reason}, lease_token = NULL, lease_until = NULL, ended_at = now(),
      upstream_status = ${end.upstreamStatus ?? null}::int, handler_runs = handler_runs + ${end.isHandlerRun ? 1 : 0}
    WHERE id = ${lease.paymentId}::uuid AND status = 'claimed' AND lease_token = ${lease.leaseToken}::uuid`)
  return moved === 1
}

/** claimed → unknown, unverified: it is being settled elsewhere. The reconciler finds out whether its money comes. */
export async function doubtClaim(
  database: Database,
  lease: PaymentLease,
  { reason, lastHeight }: { reason: string; lastHeight: bigint | null },
): Promise<void> {
  await database.execute(sql`
    UPDATE payments SET status = 'unknown', reason = ${reason}, was_unknown = true, last_height = ${lastHeight}::bigint,
      lease_token = NULL, lease_until = NULL
    WHERE id = ${lease.paymentId}::uuid AND status = 'claimed' AND lease_token = ${lease.leaseToken}::uuid`)
}

/**
 * claimed or unknown → received: its money arrived before this server had verified it as unspent, or the facilitator
 * settled it for another server. Not for delivered content.
 */
export async function recordReceived(
  database: Database,
  lease: { paymentId: string; leaseToken: string | null },
  facts: { response: SettleResponse; amountAtomic: bigint },
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE payments SET status = 'received', reason = ${reasons.authorizationAlreadyUsed},
      transaction = ${facts.response.transaction}, settled_atomic = ${facts.amountAtomic.toString()}::numeric,
      settle_response = ${JSON.stringify(facts.response)}::jsonb, settled_at = now(), ended_at = now(), lease_token = NULL, lease_until = NULL,
      response_status = NULL, response_headers = NULL, response_body = NULL
    WHERE id = ${lease.paymentId}::uuid
      AND delivered_at IS NULL
      AND (status = 'unknown' OR (status = 'claimed' AND lease_token = ${lease.leaseToken}::uuid))`)
  return moved === 1
}

/** claimed → spent_zero: used up without a charge. The handler's answer may be sent. */
export async function recordSpentZero(
  database: Database,
  lease: PaymentLease,
  reason: string | null = null,
): Promise<void> {
  await mustMove(
    lease.paymentId,
    database.execute(sql`
      UPDATE payments SET status = 'spent_zero', settled_atomic = 0, reason = ${reason}, produced_at = now(),
        delivered_at = now(), ended_at = now(), lease_token = NULL, lease_until = NULL, handler_runs = handler_runs + 1
      WHERE id = ${lease.paymentId}::uuid AND status = 'claimed' AND lease_token = ${lease.leaseToken}::uuid`),
  )
}

/** claimed → settling. Changes nothing where it is noted already. */
export async function beginSettling(database: Database, note: SettlingNote): Promise<void> {
  const source = sql`(SELECT ${JSON.stringify(note)}::jsonb AS note) AS noted`
  await mustMove(note.paymentId, database.execute(sql.named` ${noteSettling(source)}`))
}

export type SettledFacts = {
  response: SettleResponse
  extensionResponses?: ExtensionResponses
  isPreempted: boolean
  answer: StoredAnswer | null
}

type SettledRow = Pick<LedgerRow, 'id'> & { leaseToken: string | null }

/**
 * settling or unknown → settled, and the entitlement in the same statement; waiting calls share one.
 * The caller keeps the right to deliver (its lease); a reconciler passes none and leaves it free.
 * Returns false when the row had been decided before.
 * Does not wait for the disk: a lost change leaves `settling`, and the reconciler reads its end from the chain.
 */
export const recordSettled = (database: Database, row: SettledRow, facts: SettledFacts): Promise<boolean> =>
  joinSettled(database, { row, facts })

type SettledWork = { row: SettledRow; facts: SettledFacts }

const joinSettled = coalescePer<Database, SettledWork, boolean>(recordAllSettled, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

async function recordAllSettled(database: Database, works: SettledWork[]): Promise<boolean[]> {
  const items = JSON.stringify(works.map(({ row, facts }) => toSettledItem(row, facts)))
  const settle = sql`
    UPDATE payments SET status = 'settled', reason = NULL, transaction = i.transaction, settle_response = i.response,
      extension_responses = i.extensions, is_preempted = i.is_preempted, settled_at = now(), response_status = i.status,
      response_headers = i.headers, response_body = decode(i.body, 'base64'), lease_token = i.lease_token,
      lease_until = CASE WHEN i.lease_token IS NULL THEN NULL ELSE ${leaseFromNow} END
    FROM i JOIN held ON held.id = i.id WHERE payments.id = held.id
    RETURNING payments.id, payments.payer_identity AS address_identity, payments.network, payments.id::text AS payment_id,
      payments.entitlement_uri AS resource_uri, payments.entitled_until AS expires_at`
  const granted = grantStatement(sql`moved`)
  const rows = await database.rows<{ id: string }>(sql.named`
    WITH ${quick}, i AS (
      SELECT * FROM jsonb_to_recordset(${items}::jsonb) AS i(id uuid, lease_token uuid, transaction text, response jsonb,
        extensions jsonb, is_preempted boolean, status int, headers jsonb, body text)
    ), held AS (
      SELECT payments.id FROM quick, i JOIN payments ON payments.id = i.id
      WHERE payments.status IN ('settling', 'unknown') ORDER BY payments.id FOR NO KEY UPDATE OF payments
    ), moved AS (${settle}), granted AS (${granted}) SELECT id FROM moved`)
  const moved = new Set(rows.map(({ id }) => id))
  return works.map(({ row }) => moved.delete(row.id))
}

const toSettledItem = ({ id, leaseToken }: SettledRow, facts: SettledFacts) => ({
  id,
  lease_token: leaseToken,
  transaction: facts.response.transaction,
  response: facts.response,
  extensions: facts.extensionResponses,
  is_preempted: facts.isPreempted,
  status: facts.answer?.status,
  headers: facts.answer?.headers,
  body: facts.answer?.body && Buffer.from(facts.answer.body).toString('base64'),
})

/** settling or unknown → refused: no money moved. False where another request holds the row or decided it. */
export async function recordRefused(
  database: Database,
  lease: { paymentId: string; leaseToken: string | null },
  facts: { reason: string; response: SettleResponse | null },
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE payments SET status = 'refused', reason = ${facts.reason}, lease_token = NULL, lease_until = NULL, ended_at = now(),
      settled_atomic = NULL, settle_response = ${facts.response ? JSON.stringify(facts.response) : null}::jsonb
    WHERE id = ${lease.paymentId}::uuid AND (status = 'unknown'
      OR (status = 'settling' AND (lease_token = ${lease.leaseToken}::uuid OR ${leaseIsFree})))`)
  return moved === 1
}

/** settling → unknown: only the chain can tell now. Keeps the answer, should it turn out to be paid for. */
export async function recordUnknown(
  database: Database,
  lease: PaymentLease,
  facts: { reason: string; answer: StoredAnswer | null },
): Promise<void> {
  await database.execute(sql`
    UPDATE payments SET status = 'unknown', reason = ${facts.reason}, was_unknown = true,
      response_status = ${facts.answer?.status ?? null},
      response_headers = ${facts.answer ? JSON.stringify(facts.answer.headers) : null}::jsonb,
      response_body = ${facts.answer?.body ?? null}
    WHERE id = ${lease.paymentId}::uuid AND status = 'settling' AND lease_token = ${lease.leaseToken}::uuid`)
}

/** How long a payment in doubt is looked for on a chain that does not tell. */
const UNDECIDABLE_HOURS = 48

/** unknown → undecidable, once the chain can no longer tell; false before. */
export async function recordUndecidable(
  database: Database,
  paymentId: string,
  afterHours = UNDECIDABLE_HOURS,
): Promise<boolean> {
  const moved = await database.execute(sql`
    UPDATE payments SET status = 'undecidable', reason = ${reasons.settlementUndecidable}, ended_at = now()
    WHERE id = ${paymentId}::uuid AND status = 'unknown'
      AND claimed_at < now() - make_interval(hours => ${afterHours}::int)`)
  return moved === 1
}

/** Takes the right to deliver a settled payment's content; of any number of callers, one gets it. */
export async function takeDelivery(database: Database, lease: PaymentLease): Promise<LedgerRow | null> {
  const rows = await database.rows<{ id: string }>(sql`
    UPDATE payments SET lease_token = ${lease.leaseToken}::uuid, lease_until = ${leaseFromNow}
    WHERE id = ${lease.paymentId}::uuid AND status = 'settled' AND delivered_at IS NULL AND right_ended_at IS NULL
      AND ${leaseIsFree}
    RETURNING id`)
  if (rows.length === 0) return null
  return toLedgerRow(await database.payment.findUniqueOrThrow({ where: { id: lease.paymentId } }))
}

/** Runs of a handler for a payment whose money has been taken, before its content is given up. */
export const MAXIMUM_DELIVERY_RUNS = 3

/** Counts a run of the handler before it starts, and returns its number; null when none is left. */
export async function beginDeliveryRun(database: Database, lease: PaymentLease): Promise<number | null> {
  const rows = await database.rows<{ run: number }>(sql`
    UPDATE payments SET delivery_runs = delivery_runs + 1
    WHERE id = ${lease.paymentId}::uuid AND status = 'settled' AND delivered_at IS NULL
      AND lease_token = ${lease.leaseToken}::uuid AND delivery_runs < ${MAXIMUM_DELIVERY_RUNS}
    RETURNING delivery_runs AS run`)
  return rows[0]?.run ?? null
}

/** Stores the answer for a settled payment, so that a repeated request gets it and nothing is produced again. */
export async function keepAnswer(database: Database, lease: PaymentLease, answer: StoredAnswer): Promise<void> {
  await database.execute(sql`
    UPDATE payments SET response_status = ${answer.status}, response_headers = ${JSON.stringify(answer.headers)}::jsonb,
      response_body = ${answer.body}
    WHERE id = ${lease.paymentId}::uuid AND status = 'settled' AND delivered_at IS NULL
      AND lease_token = ${lease.leaseToken}::uuid`)
}

/**
 * The answer has been sent: the payment is consumed, and its stored answer is only kept for its identifier. Waits for
 * the disk, which holds up no one else: if the note is lost, its payer gets the content once more. A crash of the
 * database may have lost the note that it was settled, which the reconciler writes again; delivery is noted anyway.
 */
export const recordDelivered = coalescePer<Database, PaymentLease, void>(recordAllDelivered, {
  maxItems: 200,
  failsAlone: true,
})

async function recordAllDelivered(database: Database, leases: PaymentLease[]): Promise<void[]> {
  // As JSON: for arrays PostgreSQL would plan the statement again each time, by their length.
  const items = JSON.stringify(leases.map(({ paymentId, leaseToken }) => ({ id: paymentId, token: leaseToken })))
  await database.execute(sql.named`
    WITH held AS (
      SELECT payments.id FROM jsonb_to_recordset(${items}::jsonb) AS lease(id uuid, token uuid)
      JOIN payments ON payments.id = lease.id
      WHERE delivered_at IS NULL AND (status IN ('settled', 'settling') AND lease_token = lease.token
        OR status IN ('settled', 'unknown') AND lease_token IS NULL)
      ORDER BY payments.id FOR NO KEY UPDATE OF payments)
    UPDATE payments SET delivered_at = now(), lease_token = NULL, lease_until = NULL, ended_at = now(),
      response_body = CASE WHEN payment_identifier IS NULL THEN NULL ELSE response_body END
    FROM held WHERE payments.id = held.id`)
  return leases.map(() => {})
}

/** SQL: no answer is stored that could be sent, and no run is left that could produce one. */
const isExhausted = sql.raw(`(delivery_runs >= ${MAXIMUM_DELIVERY_RUNS} AND response_body IS NULL)`)

/** `isRouteGone`: nothing can produce the paid content any more. */
export type DeliveryEnd = { isRouteGone?: boolean }

/**
 * The answer was not sent: the payer may fetch the content again, free. settled → received, and true, once the last run
 * has failed, or none can follow, for the seller to give the money back.
 */
export async function giveUpDelivery(
  database: Database,
  lease: PaymentLease,
  { isRouteGone = false }: DeliveryEnd = {},
): Promise<boolean> {
  const isOver = isRouteGone ? sql.raw('response_body IS NULL') : isExhausted
  const rows = await database.rows<{ status: string }>(sql`
    UPDATE payments SET lease_token = NULL, lease_until = NULL,
      status = CASE WHEN ${isOver} THEN 'received' ELSE status END,
      reason = CASE WHEN ${isOver} THEN ${reasons.deliveryExhausted} ELSE reason END,
      ended_at = CASE WHEN ${isOver} THEN now() END
    WHERE id = ${lease.paymentId}::uuid AND status = 'settled' AND delivered_at IS NULL
      AND lease_token = ${lease.leaseToken}::uuid
    RETURNING status`)
  return rows[0]?.status === 'received'
}

export async function findPayment(database: Database, authorizationKey: string): Promise<LedgerRow | null> {
  const row = await database.payment.findUnique({ where: { authorizationKey } })
  return row ? toLedgerRow(row) : null
}

/** The payment of a route in which the payer used that identifier; null when it is unused. */
export async function findIdentified(
  database: Database,
  where: { routeKey: string; payerIdentity: string; paymentIdentifier: string },
): Promise<LedgerRow | null> {
  const row = await database.payment.findFirst({ where: { ...where, status: { notIn: ['abandoned', 'refused'] } } })
  return row ? toLedgerRow(row) : null
}

export async function getPayment(database: Database, id: string): Promise<LedgerRow> {
  return toLedgerRow(await database.payment.findUniqueOrThrow({ where: { id } }))
}

export type LedgerRow = Omit<Payment, 'status' | 'authorizedAtomic' | 'settledAtomic'> & {
  status: PaymentStatus
  authorizedAtomic: bigint
  settledAtomic: bigint | null
}

/** Reads a stored row; numeric columns hold whole atomic units, so the conversion is exact. */
export function toLedgerRow(row: Payment): LedgerRow {
  return {
    ...row,
    status: row.status as PaymentStatus,
    authorizedAtomic: BigInt(row.authorizedAtomic.toFixed(0)),
    settledAtomic: row.settledAtomic === null ? null : BigInt(row.settledAtomic.toFixed(0)),
  }
}
