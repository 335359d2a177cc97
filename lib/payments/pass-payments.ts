import { type Database, Prisma } from '@/lib/base/infra/database'
import { whereBought } from './where-payment'

/**
 * SQL: payments for passes that were not given back, each with the end of the time from it on: a payment before the end
 * adds its time to it. Computed from the payments, so that two at once both count, and one that is given back takes only
 * its own time away.
 */
export const passPaymentsSql = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT id, route_id, payer_identity, network, settled_at, settled_at + make_interval(secs => sum(pass_seconds) OVER (
    PARTITION BY route_id, payer_identity ORDER BY settled_at DESC, id DESC)) AS pass_until
  FROM payments AS paid
  WHERE pass_seconds IS NOT NULL AND ${whereBought} AND settled_atomic > 0 AND right_ended_at IS NULL AND ${where}`

/** SQL: the end of the right that a row of `payments` gives; null for never. */
export const rightUntil = Prisma.sql`CASE WHEN payments.pass_seconds IS NULL THEN payments.entitled_until ELSE (
  SELECT max(pass_until) FROM (${passPaymentsSql(
    Prisma.sql`payer_identity = payments.payer_identity AND route_id = payments.route_id`,
  )}) AS passes) END`

/** SQL: a row of `payments` gives a right that has not ended, by the database's clock. */
export const stillOpens = Prisma.sql`(entitlement_uri IS NOT NULL AND right_ended_at IS NULL
  AND coalesce(${rightUntil} > now(), true))`

export type PassFigures = {
  holders: number
  /** Texts and files that it opened, and calls of APIs, in the last 30 days. */
  opens: number
  calls: number
  /** Payers whose pass ended in the last 30 days, and who have not bought it again. */
  ended: number
}

export async function sumPasses(
  database: Database,
  passes: readonly { passId: string; routeKey: string }[],
): Promise<Map<string, PassFigures>> {
  const [ids, keys] = [passes.map(({ passId }) => passId), passes.map(({ routeKey }) => routeKey)]
  const own = Prisma.sql`route_key = ANY(${keys}) AND route_id = ANY(${ids})`
  const rows = await database.$queryRaw<(PassFigures & { passId: string })[]>`
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
    GROUP BY 1`
  return new Map(rows.map(({ passId, ...figures }) => [passId, figures]))
}
