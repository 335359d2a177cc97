import { coalescePer } from '@/lib/base/infra/coalesce'
import { type Database, type DatabaseTransaction, sql } from '@/lib/base/infra/database'
import { addressIdentity, type ProvenWallet } from '@/lib/base/x402/addresses'
import { passPaymentsSql } from './payment-sql'
import type { Cover, Right } from './right'

export type AccessQuestion = {
  wallets: readonly ProvenWallet[]
  right: Right
  /** How long one payment opens the route; without end when omitted. */
  entitlementSeconds?: number
  /** Passes that open it too; the first that is held is used. */
  passes?: readonly Cover[]
  /** Nothing else opens it: what pays for one answer gives no right to further ones. */
  isOnlyByPass?: boolean
}

/** The pass that opens a resource, and the payment that gave it last. */
export type PassAccess = { passId: string; paymentId: string; payerIdentity: string; network: string }

/** Opened by a purchase of the resource itself where `pass` is null. */
export type GrantedAccess = { pass: PassAccess | null }

/**
 * True if a settled payment of one of these wallets gives that right and it has not ended. Uses the database's clock,
 * as those of instances differ. A payment made while sign-in was offered gives what was offered then; one made before
 * gives what the route offers now, counted from its settlement.
 */
export async function hasPaid(database: Database | DatabaseTransaction, question: AccessQuestion): Promise<boolean> {
  const [answer = null] = await findAccessEach(database, [question])
  return answer !== null
}

/** The access to one resource; waiting questions share a statement. */
export const askAccess = coalescePer<Database, AccessQuestion, GrantedAccess | null>(findAccessEach, {
  maxItems: 200,
  maxRuns: 2,
})

/** The access to each of these resources, in their order; null for none. Its own purchase comes before a pass. */
async function findAccessEach(
  database: Database | DatabaseTransaction,
  questions: readonly AccessQuestion[],
): Promise<(GrantedAccess | null)[]> {
  const items = questions.flatMap((question, place) =>
    question.wallets.map((wallet) => toItem(question, wallet, place)),
  )
  if (items.length === 0) return questions.map(() => null)
  const rows = await database.rows<GrantedAccess & { place: number }>(sql.named` SELECT item.place, opened.pass
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS item(${itemColumns}) CROSS JOIN LATERAL (
      SELECT * FROM (
        (SELECT NULL::jsonb AS pass WHERE NOT item."isOnlyByPass"
          AND (EXISTS (${kept}) OR EXISTS (${paidBeforeSignIn}) OR EXISTS (${keptAtAddress})))
        UNION ALL (${heldPass})) AS ways LIMIT 1) AS opened
    ORDER BY opened.pass IS NOT NULL`)
  const opened = new Map(rows.toReversed().map(({ place, pass }) => [place, { pass }]))
  return questions.map((_, place) => opened.get(place) ?? null)
}

const toItem = (
  { right, entitlementSeconds, passes = [], isOnlyByPass = false }: AccessQuestion,
  { scope, address }: ProvenWallet,
  place: number,
) => ({
  ...right,
  place,
  identity: addressIdentity(scope, address),
  network: scope.includes(':') ? scope : null,
  entitlementSeconds,
  passes: passes.map(({ passId, until }, rank) => ({ rank, passId, until })),
  isOnlyByPass,
})

const itemColumns = sql.raw(`place int, name text, address text, method text, "routeId" text, "isShared" boolean,
  identity text, network text, "entitlementSeconds" float8, passes jsonb, "isOnlyByPass" boolean`)

const onNetwork = (of: string) => `(item.network IS NULL OR ${of}.network = item.network)`

/** The method of the route that was paid for; HEAD is GET. */
const sameMethod = `item.method = replace(split_part(paid.route_key, ' ', 1), 'HEAD', 'GET')`

const isHeld = `held.address_identity = item.identity AND ${onNetwork('held')}
  AND (held.expires_at IS NULL OR held.expires_at > now())`

const kept = sql.raw(`SELECT FROM entitlements AS held WHERE ${isHeld} AND held.resource_uri = item.name`)

/** SQL: paid while the route offered no sign-in, so that the payment itself proves the right. */
const paidBeforeSignIn = sql.raw(`
  SELECT FROM payments AS paid
  WHERE paid.payer_identity = item.identity AND paid.resource_uri = item.address
    AND paid.status = 'settled' AND paid.settled_atomic > 0 AND paid.entitlement_uri IS NULL AND paid.right_ended_at IS NULL
    AND ${onNetwork('paid')} AND ${sameMethod}
    AND (item."isShared" OR paid.route_id = item."routeId")
    AND paid.settled_at > coalesce(now() - make_interval(secs => item."entitlementSeconds"), '-infinity')`)

/** SQL: a shared address is also the address of a route, whose buyers need not have been told of the others. */
const keptAtAddress = sql.raw(`
  SELECT FROM entitlements AS held
  WHERE item."isShared" AND ${isHeld} AND split_part(held.resource_uri, '#', 1) = 'GET ' || item.name`)

/** SQL: the first pass that the payer holds now among those that cover the route. */
const heldPass = sql`
  SELECT jsonb_build_object('passId', cover."passId", 'paymentId', held.id, 'network', held.network,
    'payerIdentity', item.identity)
  FROM jsonb_to_recordset(item.passes) AS cover(rank int, "passId" text, until timestamptz)
  CROSS JOIN LATERAL (${passPaymentsSql(
    sql`payer_identity = item.identity AND route_id = cover."passId" AND ${sql.raw(onNetwork('paid'))}
      AND (cover.until IS NULL OR settled_at < cover.until)`,
  )}) AS held
  WHERE held.pass_until > now() ORDER BY cover.rank, held.settled_at DESC LIMIT 1`
