import { type Database, Prisma } from '@/lib/base/infra/database'
import { passPaymentsSql } from './pass-payments-sql'

/** How a pass is held and used. Payers are only counted. */
export type PassFigures = {
  /** Payers who hold it now. */
  holders: number
  /** Texts and files that it opened, and calls of APIs, in the last 30 days. */
  opens: number
  calls: number
  /** Payers whose pass ended in the last 30 days, and who have not bought it again. */
  ended: number
}

export async function sumPass(database: Database, { passId, routeKey }: { passId: string; routeKey: string }) {
  const own = Prisma.sql`route_key = ${routeKey} AND route_id = ${passId}`
  const rows = await database.$queryRaw<PassFigures[]>`
    WITH ends AS (
      SELECT payer_identity, max(pass_until) AS until FROM (${passPaymentsSql(own)}) AS paid GROUP BY payer_identity
    ), uses AS (
      SELECT coalesce(sum(opens), 0)::int AS opens, coalesce(sum(calls), 0)::int AS calls FROM pass_uses
      WHERE pass_id = ${passId} AND day > (now() AT TIME ZONE 'UTC')::date - 30
    )
    SELECT count(*) FILTER (WHERE until > now())::int AS holders,
      count(*) FILTER (WHERE until <= now() AND until > now() - interval '30 days')::int AS ended,
      (SELECT opens FROM uses) AS opens, (SELECT calls FROM uses) AS calls
    FROM ends`
  return rows[0] ?? { holders: 0, opens: 0, calls: 0, ended: 0 }
}
