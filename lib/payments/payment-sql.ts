import { z } from 'zod'
import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { addressIdentity, type ProvenWallet } from '@/lib/base/x402/addresses'
import { reasons } from '@/lib/base/x402/reasons'

/** SQL: payments that bought something here, also where the content was given up and the money is owed back. */
export const whereBought = sql.raw(
  `(status = 'settled' OR (status = 'received' AND reason = '${reasons.deliveryExhausted}'))`,
)

/**
 * SQL: rows whose payer is one of these wallets, by the column that holds its identity: a key's on every network, a
 * contract wallet's on the one where it was proven. No rows without wallets.
 */
export function wherePayer(column: 'payer' | 'payer_identity', wallets: readonly ProvenWallet[]): Sql {
  const name = sql.raw(column)
  const each = wallets.map(({ scope, address }) => {
    const isOwn = sql`${name} = ${addressIdentity(scope, address)}`
    return scope.includes(':') ? sql`(${isOwn} AND network = ${scope})` : isOwn
  })
  return sql`(${sql.join([sql`FALSE`, ...each], ' OR ')})`
}

/** Whose purchases: those of wallets that have signed, and payments whose content the asking browser received. */
export type Owner = { wallets: readonly ProvenWallet[]; payments: readonly string[] }

export const whereOwner = ({ wallets, payments }: Owner): Sql =>
  sql`(${wherePayer('payer_identity', wallets)} OR id = ANY(${[...payments]}::uuid[]))`

export const ownsNothing = ({ wallets, payments }: Owner): boolean => wallets.length === 0 && payments.length === 0

/**
 * SQL: payments of one shop, in the form of their indexes: the handle is the third part of `GET /x/<handle>/…`. Handles
 * never change hands, so a payment belongs to the seller who has the handle.
 */
export const whereShop = (handle: string | Sql): Sql =>
  sql`split_part(route_key, '/', 2) = 'x' AND split_part(route_key, '/', 3) = ${handle}`

/** The shop of a route, by its key `GET /x/<handle>/…`; null for a route that is not a seller's. */
export const shopOf = (routeKey: string): string | null => /^[A-Z]+ \/x\/([^/]+)\//.exec(routeKey)?.[1] ?? null

/** SQL: payments that settled in that time. */
export const settledIn = ({ from, until }: { from: Date; until: Date }): Sql =>
  sql`settled_at >= ${from} AND settled_at < ${until}`

/** SQL: what was given back of a payment, or only promised, in atomic units. `paymentId` is an SQL name. */
export const refundedSql = (paymentId: string, isCounted = isConfirmed): Sql =>
  sql`(SELECT coalesce(sum(amount_atomic), 0) FROM refunds
    WHERE refunds.payment_id = ${sql.raw(paymentId)} AND ${isCounted})`

/** SQL: of a refund, that the chain has shown it. */
export const isConfirmed = sql.raw(`refunds.status = 'confirmed'`)

/** SQL: of a refund, that its seller has prepared it, and the chain has not shown it. */
export const isPromised = sql.raw(`refunds.status = 'promised'`)

/**
 * SQL: payments for passes that were not given back, each with the end of the time from it on: a payment before the end
 * adds its time to it. Computed from the payments, so that two at once both count, and one that is given back takes only
 * its own time away.
 */
export const passPaymentsSql = (where: Sql): Sql => sql`
  SELECT id, route_id, payer_identity, network, settled_at, settled_at + make_interval(secs => sum(pass_seconds) OVER (
    PARTITION BY route_id, payer_identity ORDER BY settled_at DESC, id DESC)) AS pass_until
  FROM payments AS paid
  WHERE pass_seconds IS NOT NULL AND ${whereBought} AND settled_atomic > 0 AND right_ended_at IS NULL AND ${where}`

/** SQL: the end of the right that a row of `payments` gives; null for never. */
export const rightUntil = sql`CASE WHEN payments.pass_seconds IS NULL THEN payments.entitled_until ELSE (
  SELECT max(pass_until) FROM (${passPaymentsSql(
    sql`payer_identity = payments.payer_identity AND route_id = payments.route_id`,
  )}) AS passes) END`

/** SQL: a row of `payments` gives a right that has not ended, by the database's clock. */
export const stillOpens = sql`(entitlement_uri IS NOT NULL AND right_ended_at IS NULL
  AND coalesce(${rightUntil} > now(), true))`

const count = z.number().int()

export const passFigures = z.object({
  holders: count.describe('Wallets that hold it now.'),
  opens: count.describe('Texts and files that it opened in the last 30 days.'),
  calls: count.describe('Calls of APIs that it opened in the last 30 days.'),
  ended: count.describe('Wallets whose pass ended in the last 30 days, and who have not bought it again.'),
})
type PassFigures = z.infer<typeof passFigures>

export async function sumPasses(
  database: Database,
  passes: readonly { passId: string; routeKey: string }[],
): Promise<Map<string, PassFigures>> {
  const [ids, keys] = [passes.map(({ passId }) => passId), passes.map(({ routeKey }) => routeKey)]
  const own = sql`route_key = ANY(${keys}) AND route_id = ANY(${ids})`
  const rows = await database.rows<PassFigures & { passId: string }>(sql`
    WITH ends AS (
      SELECT route_id, payer_identity, max(pass_until) AS until FROM (${passPaymentsSql(own)}) AS paid GROUP BY 1, 2
    ), uses AS (
      SELECT pass_id, sum(opens)::int AS opens, sum(calls)::int AS calls FROM pass_uses
      WHERE pass_id = ANY(${ids}) AND day > (now() AT TIME ZONE 'UTC')::date - 30 GROUP BY 1
    )
    SELECT pass_id AS "passId", coalesce(max(opens), 0) AS opens, coalesce(max(calls), 0) AS calls,
      count(*) FILTER (WHERE until > now())::int AS holders,
      count(*) FILTER (WHERE until <= now() AND until > now() - interval '30 days')::int AS ended
    FROM unnest(${ids}::text[]) AS pass_id LEFT JOIN ends ON ends.route_id = pass_id LEFT JOIN uses USING (pass_id)
    GROUP BY 1`)
  return new Map(rows.map(({ passId, ...figures }) => [passId, figures]))
}

/** SQL: true where someone bought that stored route and may still open it. */
export const isOwnedSql = (routeKey: Sql, routeId: Sql): Sql =>
  sql`EXISTS (SELECT FROM payments WHERE route_key = ${routeKey}
    AND route_id = ${routeId}::text AND ${whereBought} AND ${stillOpens})`

/** SQL: true where a payment for that stored route is on its way. */
export const isBeingBoughtSql = (routeKey: Sql, routeId: Sql): Sql =>
  sql`EXISTS (SELECT FROM payments WHERE route_key = ${routeKey}
    AND route_id = ${routeId}::text AND status IN ('claimed', 'settling', 'unknown'))`
