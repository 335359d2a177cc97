import { randomUUID } from 'node:crypto'
import { v7 as orderedId } from 'uuid'
import type { Authorization } from '@/lib/base/chains/authorization'
import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, isUniqueViolation, pick, quick, type Sql, sql } from '@/lib/base/infra/database'
import { ownFaults } from '@/lib/base/x402/reasons'
import type { PaymentPayload, PaymentRequirements } from '@/lib/base/x402/wire'
import { leaseFromNow, leaseIsFree, type PaymentLease } from './leases'
import { type LedgerRow, toLedgerRow } from './ledger'

/** How often one authorization may start a handler. */
export const MAXIMUM_HANDLER_RUNS = 3

export type ClaimInput = {
  authorization: Authorization
  payerIdentity: string
  routeKey: string
  /** Empty for a route that is not stored. */
  routeId: string
  resourceUri: string
  requestFingerprint: string
  paymentIdentifier: string | null
  payload: PaymentPayload
  requirements: PaymentRequirements
  challengedAt: Date | null
  /** The request that brings it; null where requests have no ids. */
  requestId: string | null
}

export type Claimed = PaymentLease & { paysFirst: boolean }

/**
 * `claimed`: only this caller works on the authorization now. `paysFirst`: its payer has let content be produced and
 * then could not pay, too often to be trusted again soon.
 * `taken`: another request has it or had it; the row shows its state.
 * `earlier`: the payer has an earlier payment for the same request whose content is due or in doubt.
 * `identified`: the payer has used this payment identifier in another payment, for this request or another.
 */
export type ClaimResult =
  | ({ kind: 'claimed' } & Claimed)
  | { kind: 'taken'; row: LedgerRow }
  | { kind: 'earlier'; row: LedgerRow }
  | { kind: 'identified'; row: LedgerRow }

/**
 * Claims an authorization by one insert: of any number of copies, one caller gets `claimed`.
 * A row that ended without money moved may be claimed again, up to three handler runs.
 * Need not wait for the disk: before any money moves or content leaves, `beginSettling` waits or finds no claim.
 */
export async function claimPayment(
  database: Database,
  input: ClaimInput,
  { ignoresEarlier = false } = {},
): Promise<ClaimResult> {
  const leaseToken = randomUUID()
  for (;;) {
    const found = await findOrInsert(database, { ...input, leaseToken, ignoresEarlier })
    if (found?.claimedId) {
      const { claimedId: paymentId, workedForNothing } = found
      return { kind: 'claimed', paymentId, leaseToken, paysFirst: workedForNothing >= MAXIMUM_UNPAID_WORK }
    }
    if (found?.earlierId) return readEarlier(database, input, found.earlierId)
    const row = await database.payment.findUnique({ where: { authorizationKey: input.authorization.key } })
    // Otherwise the conflicting row has changed since: it is abandoned, or an earlier payment.
    if (row && !isFree(row)) return { kind: 'taken', row: toLedgerRow(row) }
  }
}

const isFree = ({ status, handlerRuns }: { status: string; handlerRuns: number }): boolean =>
  (status === 'abandoned' || status === 'refused') && handlerRuns < MAXIMUM_HANDLER_RUNS

async function readEarlier(database: Database, input: ClaimInput, id: string): Promise<ClaimResult> {
  const row = toLedgerRow(await database.payment.findUniqueOrThrow({ where: { id } }))
  const isIdentified = input.paymentIdentifier !== null && row.paymentIdentifier === input.paymentIdentifier
  return { kind: isIdentified ? 'identified' : 'earlier', row }
}

type Leased = ClaimInput & { leaseToken: string; ignoresEarlier: boolean }
type EarlierClaims = { earlierId: string | null; claimedId: string | null; workedForNothing: number }

/** Finds the payment that already decides a request, or claims. Waiting calls share one statement. */
const findOrInsert = coalescePer<Database, Leased, EarlierClaims | null>(findOrInsertAll, {
  maxItems: 50,
  maxRuns: 2,
  failsAlone: true,
})

async function findOrInsertAll(database: Database, inputs: Leased[]): Promise<(EarlierClaims | null)[]> {
  // Only the first of several copies of one authorization is tried: the others find its row.
  const firsts = [...new Map(inputs.toReversed().map((input) => [input.authorization.key, input])).values()]
  const items = JSON.stringify(firsts.map(toItem))
  try {
    const rows = await database.rows<EarlierClaims & { key: string }>(sql.named`
      WITH ${quick}, items AS (SELECT * FROM jsonb_to_recordset(${items}::jsonb) AS i(${itemColumns})),
        earlier AS (${earlierPayments}), claimed AS (${insertClaims})
      SELECT key, earlier.id AS "earlierId", claimed.id AS "claimedId",
        ${unpaidWorkOf(sql.raw('items."payerIdentity"'))} AS "workedForNothing"
      FROM items LEFT JOIN earlier USING (key) LEFT JOIN claimed USING (key)`)
    const found = new Map(rows.map((row) => [row.key, row]))
    return inputs.map((input) => (firsts.includes(input) ? (found.get(input.authorization.key) ?? null) : null))
  } catch (error) {
    // Another authorization took the payment identifier at the same time.
    if (inputs.length === 1 && isUniqueViolation(error)) return [null]
    throw error
  }
}

const toItem = ({ authorization, ...input }: Leased) => ({
  ...authorization,
  ...pick(input, 'payerIdentity', 'routeKey', 'routeId', 'resourceUri', 'requestFingerprint', 'paymentIdentifier'),
  ...pick(input, 'payload', 'requirements', 'challengedAt', 'requestId', 'leaseToken', 'ignoresEarlier'),
  id: orderedId(),
  amountAtomic: authorization.amountAtomic.toString(),
})

const itemColumns = sql.raw(`id uuid, key text, "routeKey" text, "routeId" text, "resourceUri" text, network text,
  scheme text, asset text, payer text, "payerIdentity" text, "payTo" text, "amountAtomic" numeric, "leaseToken" uuid,
  "requestFingerprint" text, "paymentIdentifier" text, payload jsonb, requirements jsonb, "validBefore" timestamptz,
  "challengedAt" timestamptz, "requestId" text, "ignoresEarlier" boolean`)

/** How long an unknown outcome keeps its payer from paying again. */
const OPEN_MINUTES = 10

/** How long a payer who signed again gets undelivered content; the same payment always opens it. */
const UNDELIVERED_HOURS = 1

/**
 * The payment of the same payer that decides a request before a new claim may: one with its payment identifier, else
 * one in doubt, else one whose content is undelivered. Each part has a partial index, so that a payer's history costs
 * nothing.
 */
const earlierPayments = sql.raw(`
  SELECT items.key, found.id FROM items CROSS JOIN LATERAL (
    SELECT id FROM (
      SELECT id, 1 AS rank, claimed_at FROM payments
      WHERE route_key = items."routeKey" AND payer_identity = items."payerIdentity"
        AND payment_identifier IS NOT NULL AND payment_identifier = items."paymentIdentifier"
        AND status NOT IN ('abandoned', 'refused') AND authorization_key <> items.key
      UNION ALL
      SELECT id, CASE WHEN status = 'unknown' THEN 2 ELSE 3 END, claimed_at FROM payments
      WHERE payer_identity = items."payerIdentity" AND resource_uri = items."resourceUri" AND route_id = items."routeId"
        AND status IN ('unknown', 'settled') AND delivered_at IS NULL AND right_ended_at IS NULL AND authorization_key <> items.key
        AND (status = 'unknown' AND verified_at IS NOT NULL AND settling_at > now() - interval '${OPEN_MINUTES} minutes'
          OR (NOT items."ignoresEarlier" AND request_fingerprint = items."requestFingerprint"
            AND settled_at > now() - interval '${UNDELIVERED_HOURS} hours' AND ${leaseIsFree.sql}))
    ) AS deciding ORDER BY rank, claimed_at LIMIT 1
  ) AS found`)

/** In the order of their keys, so that two statements that claim the same ones never wait for each other. */
const insertClaims = sql.raw(`
  INSERT INTO payments (id, authorization_key, route_key, route_id, resource_uri, network, scheme, asset, payer, payer_identity,
    pay_to, authorized_atomic, status, lease_token, lease_until, request_fingerprint, payment_identifier, payload, requirements,
    valid_before, challenged_at, request_id, claimed_at)
  SELECT id, key, "routeKey", "routeId", "resourceUri", network, scheme, asset, payer, "payerIdentity", "payTo", "amountAtomic",
    'claimed', "leaseToken", ${leaseFromNow.sql}, "requestFingerprint", "paymentIdentifier", payload, requirements,
    "validBefore", "challengedAt", "requestId", now()
  FROM quick, items WHERE key NOT IN (SELECT key FROM earlier) ORDER BY key
  ON CONFLICT (authorization_key) DO UPDATE SET
    route_key = EXCLUDED.route_key, route_id = EXCLUDED.route_id, resource_uri = EXCLUDED.resource_uri, scheme = EXCLUDED.scheme,
    asset = EXCLUDED.asset, payer_identity = EXCLUDED.payer_identity, pay_to = EXCLUDED.pay_to, authorized_atomic = EXCLUDED.authorized_atomic,
    valid_before = EXCLUDED.valid_before, challenged_at = EXCLUDED.challenged_at,
    request_id = EXCLUDED.request_id, upstream_status = NULL,
    status = 'claimed', reason = NULL, lease_token = EXCLUDED.lease_token, lease_until = EXCLUDED.lease_until,
    request_fingerprint = EXCLUDED.request_fingerprint, payment_identifier = EXCLUDED.payment_identifier,
    payload = EXCLUDED.payload, requirements = EXCLUDED.requirements, claimed_at = now(), verified_at = NULL,
    produced_at = NULL, settling_at = NULL, delivered_at = NULL, ended_at = NULL, next_look_at = now(),
    handler_runs = payments.handler_runs + (CASE WHEN payments.status = 'claimed' THEN 1 ELSE 0 END)
  WHERE payments.handler_runs < ${MAXIMUM_HANDLER_RUNS}
    AND (payments.status IN ('abandoned', 'refused')
      OR (payments.status = 'claimed' AND ${leaseIsFree.sql}))
  RETURNING id, authorization_key AS key`)

/** After so many refusals of produced content within the minutes below, a payer pays before anything is produced. */
export const MAXIMUM_UNPAID_WORK = 3
const UNPAID_WORK_MINUTES = 10

/** SQL: how often content was produced for that payer lately and not paid for, by no fault of ours. */
export const unpaidWorkOf = (payerIdentity: Sql): Sql => sql`
  (SELECT count(*)::int FROM payments
    WHERE payer_identity = ${payerIdentity} AND status = 'refused' AND produced_at IS NOT NULL
      AND ended_at > now() - ${unpaidWorkTime} AND NOT coalesce(reason = ANY (${ourOwn}), false))`

const ourOwn = sql.raw(`'{${ownFaults.join()}}'::text[]`)
const unpaidWorkTime = sql.raw(`interval '${UNPAID_WORK_MINUTES} minutes'`)

export async function hasUnpaidWork(database: Database, payerIdentity: string): Promise<boolean> {
  const row = await database.row<{ count: number }>(sql`
    SELECT ${unpaidWorkOf(sql`${payerIdentity}`)} AS count`)
  return row.count >= MAXIMUM_UNPAID_WORK
}

/** Work for a payment that is in no ledger, as its deposit or its charge came to nothing. */
type UnpaidWork = {
  id: string
  routeKey: string
  resourceUri: string
  requestFingerprint: string
  payer: string
  payerIdentity: string
  requirements: PaymentRequirements
  reason: string
}

export async function recordUnpaidWork(database: Database, work: UnpaidWork): Promise<void> {
  const { id, requirements } = work
  await database.execute(sql`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
      pay_to, authorized_atomic, status, reason, request_fingerprint, payload, requirements, claimed_at, produced_at,
      ended_at, handler_runs)
    VALUES (${id}::uuid, ${`unpaid:${id}`}, ${work.routeKey}, ${work.resourceUri}, ${requirements.network},
      ${requirements.scheme}, ${requirements.asset}, ${work.payer}, ${work.payerIdentity}, ${requirements.payTo},
      ${requirements.amount}::numeric, 'refused', ${work.reason}, ${work.requestFingerprint}, '{}',
      ${JSON.stringify(requirements)}::jsonb, now(), now(), now(), 1)`)
}
