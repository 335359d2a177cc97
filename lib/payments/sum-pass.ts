import { type Database, Prisma } from '@/lib/base/infra/database'
import { passPaymentsSql } from './pass-payments-sql'

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
