import { randomUUID } from 'node:crypto'
import { v7 as orderedId } from 'uuid'
import type { Authorization } from '@/lib/chains/authorization'
import { type Database, isUniqueViolation, prepared, Prisma, quick } from '@/lib/infra/database'
import type { Audience } from '@/lib/x402/audience'
import type { PaymentPayload, PaymentRequirements } from '@/lib/x402/wire'
import { type Held, leaseFromNow, leaseIsFree } from './leases'
import { type LedgerRow, toLedgerRow } from './ledger-row'

/** How often one authorization may start a handler. */
export const maximumHandlerRuns = 3

/** After that many refusals of produced content within these minutes, a payer pays before anything is produced. */
const maximumUnpaidWork = 3
const unpaidWorkMinutes = 10

export type ClaimInput = {
  authorization: Authorization
  payerIdentity: string
  routeKey: string
  resourceUri: string
  requestFingerprint: string
  paymentIdentifier: string | null
  payload: PaymentPayload
  requirements: PaymentRequirements
  challengedAt: Date | null
  audience: Audience
}

/** `lapsesAtMs`: when `performance.now()` will have reached the end of the authorization; null where that is not known. */
export type Claimed = Held & { paysFirst: boolean; lapsesAtMs: number | null }

/**
 * `claimed`: this caller alone works on the authorization now. `paysFirst`: its payer has let content be produced and
 * then could not pay, too often to be trusted again soon.
 * `taken`: somebody else has it or had it; the row says how it stands.
 * `owed`: the payer has an earlier payment for the same request whose content is due or in doubt.
 * `identified`: the payer has used this payment identifier in another payment, for this request or another.
 */
export type ClaimResult =
  | ({ kind: 'claimed' } & Claimed)
  | { kind: 'taken'; row: LedgerRow }
  | { kind: 'owed'; row: LedgerRow }
  | { kind: 'identified'; row: LedgerRow }

/**
 * Claims an authorization by one insert: of any number of copies, one caller is told `claimed`.
 * A row that ended without money moved may be claimed again, up to three handler runs.
 * Need not wait for the disk: before any money moves or content leaves, `beginSettling` waits for it, or finds no claim.
 */
export async function claimPayment(
  database: Database,
  input: ClaimInput,
  { ignoresOwed = false } = {},
): Promise<ClaimResult> {
  const leaseToken = randomUUID()
  for (;;) {
    const found = await findOrInsert(database, { ...input, leaseToken }, ignoresOwed)
    if (found?.claimedId) {
      const { claimedId: paymentId, validMs, workedForNothing } = found
      const lapsesAtMs = validMs === null ? null : performance.now() + validMs
      return { kind: 'claimed', paymentId, leaseToken, paysFirst: workedForNothing >= maximumUnpaidWork, lapsesAtMs }
    }
    if (found?.earlierId) return readEarlier(database, input, found.earlierId)
    const row = await database.payment.findUnique({ where: { authorizationKey: input.authorization.key } })
    // Otherwise what stood in the way has moved on since: it is let go by now, or it is an earlier payment.
    if (row && !isFree(row)) return { kind: 'taken', row: toLedgerRow(row) }
  }
}

const isFree = ({ status, handlerRuns }: { status: string; handlerRuns: number }): boolean =>
  (status === 'abandoned' || status === 'refused') && handlerRuns < maximumHandlerRuns

async function readEarlier(database: Database, input: ClaimInput, id: string): Promise<ClaimResult> {
  const row = toLedgerRow(await database.payment.findUniqueOrThrow({ where: { id } }))
  const isIdentified = input.paymentIdentifier !== null && row.paymentIdentifier === input.paymentIdentifier
  return { kind: isIdentified ? 'identified' : 'owed', row }
}

type Leased = ClaimInput & { leaseToken: string }
type Found = { earlierId: string | null; claimedId: string | null; validMs: number | null; workedForNothing: number }

/** Looks for what decides the request already, and claims where there is nothing: one statement, one way to the database. */
async function findOrInsert(database: Database, input: Leased, ignoresOwed: boolean): Promise<Found | null> {
  try {
    const rows = await database.$queryRaw<Found[]>`${prepared}
      WITH ${quick}, earlier AS (${earlierPayments(input, ignoresOwed)}), claimed AS (${insertClaim(input)})
      SELECT (SELECT id FROM earlier) AS "earlierId", (SELECT id FROM claimed) AS "claimedId",
        (SELECT extract(epoch FROM valid_before - now())::float8 * 1000 FROM claimed) AS "validMs",
        (SELECT count(*)::int FROM payments
          WHERE payer_identity = ${input.payerIdentity} AND status = 'refused' AND produced_at IS NOT NULL
            AND ended_at > now() - make_interval(mins => ${unpaidWorkMinutes}::int)) AS "workedForNothing"`
    return rows[0] ?? null
  } catch (error) {
    // Another authorization took the payment identifier at the same moment.
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** How long an outcome that nobody knows keeps its payer from paying anew. */
const openMinutes = 10

/** How long an undelivered content is handed to a payer who signed anew; the same payment opens it for good. */
const owedHours = 1

/**
 * The payment of the same payer that decides this request before a new claim may: one of its payment identifier, else
 * one in doubt, else one whose content is owed. Each part has a partial index, so that a payer's history costs nothing.
 */
function earlierPayments(input: ClaimInput, ignoresOwed: boolean): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM (
      SELECT id, 1 AS rank, claimed_at FROM payments
      WHERE route_key = ${input.routeKey} AND payer_identity = ${input.payerIdentity}
        AND payment_identifier IS NOT NULL AND payment_identifier = ${input.paymentIdentifier}
        AND status NOT IN ('abandoned', 'refused') AND authorization_key <> ${input.authorization.key}
      UNION ALL
      SELECT id, CASE WHEN status = 'unknown' THEN 2 ELSE 3 END, claimed_at FROM payments
      WHERE payer_identity = ${input.payerIdentity} AND resource_uri = ${input.resourceUri}
        AND status IN ('unknown', 'settled') AND delivered_at IS NULL AND authorization_key <> ${input.authorization.key}
        AND (status = 'unknown' AND verified_at IS NOT NULL AND settling_at > now() - make_interval(mins => ${openMinutes}::int)
          OR (${!ignoresOwed}::boolean AND request_fingerprint = ${input.requestFingerprint}
            AND settled_at > now() - make_interval(hours => ${owedHours}::int) AND ${leaseIsFree}))
    ) AS deciding ORDER BY rank, claimed_at LIMIT 1`
}

function insertClaim(input: Leased): Prisma.Sql {
  const { authorization } = input
  return Prisma.sql`
    INSERT INTO payments (id, authorization_key, route_key, resource_uri, network, scheme, asset, payer, payer_identity,
      pay_to, authorized_atomic, status, lease_token, lease_until, request_fingerprint, payment_identifier, payload, requirements,
      valid_before, challenged_at, audience, claimed_at)
    SELECT ${orderedId()}::uuid, ${authorization.key}, ${input.routeKey}, ${input.resourceUri},
      ${authorization.network}, ${authorization.scheme}, ${authorization.asset}, ${authorization.payer},
      ${input.payerIdentity}, ${authorization.payTo}, ${authorization.amountAtomic.toString()}::numeric, 'claimed',
      ${input.leaseToken}::uuid, ${leaseFromNow}, ${input.requestFingerprint}, ${input.paymentIdentifier},
      ${JSON.stringify(input.payload)}::jsonb, ${JSON.stringify(input.requirements)}::jsonb,
      ${authorization.validBefore}::timestamptz, ${input.challengedAt}::timestamptz, ${input.audience}, now()
    FROM quick WHERE NOT EXISTS (SELECT 1 FROM earlier)
    ON CONFLICT (authorization_key) DO UPDATE SET
      route_key = EXCLUDED.route_key, resource_uri = EXCLUDED.resource_uri, scheme = EXCLUDED.scheme,
      asset = EXCLUDED.asset, pay_to = EXCLUDED.pay_to, authorized_atomic = EXCLUDED.authorized_atomic,
      valid_before = EXCLUDED.valid_before, challenged_at = EXCLUDED.challenged_at, audience = EXCLUDED.audience, status = 'claimed', reason = NULL,
      lease_token = EXCLUDED.lease_token, lease_until = EXCLUDED.lease_until, request_fingerprint = EXCLUDED.request_fingerprint,
      payment_identifier = EXCLUDED.payment_identifier, payload = EXCLUDED.payload,
      requirements = EXCLUDED.requirements, claimed_at = now(), verified_at = NULL, produced_at = NULL,
      settling_at = NULL, delivered_at = NULL, ended_at = NULL, next_look_at = now(),
      handler_runs = payments.handler_runs + (CASE WHEN payments.status = 'claimed' THEN 1 ELSE 0 END)
    WHERE payments.handler_runs < ${maximumHandlerRuns}
      AND (payments.status IN ('abandoned', 'refused')
        OR (payments.status = 'claimed' AND ${leaseIsFree}))
    RETURNING id, valid_before`
}
