import type { Database } from '@/lib/base/infra/database'
import { whereShop } from './where-shop'

export type EarningsRange = {
  handle: string
  from: Date
  until: Date
  /** Most routes that are listed separately: those with the most payments. */
  maxRoutes: number
}

/**
 * Money received in one asset of one network; different assets are never added up. For one day (UTC, such as
 * `2026-01-31`), one route, or the whole range where both are null.
 */
export type EarningsSum = {
  day: string | null
  routeKey: string | null
  network: string
  asset: string
  amountAtomic: bigint
  /** The part received for undelivered content, which may have to be refunded. */
  undeliveredAtomic: bigint
  payments: number
}

type Row = Omit<EarningsSum, 'amountAtomic' | 'undeliveredAtomic'> & { amountAtomic: string; undeliveredAtomic: string }

/** A shop's earnings from `from` up to `until`, by day, by route and in all: oldest and busiest first. */
export async function sumEarnings(
  database: Database,
  { handle, from, until, maxRoutes }: EarningsRange,
): Promise<EarningsSum[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route_key AS "routeKey", network, asset, amount::text AS "amountAtomic",
      undelivered::text AS "undeliveredAtomic", payments::int
    FROM (
      SELECT *, row_number() OVER (PARTITION BY route_key IS NULL ORDER BY payments DESC, route_key) AS place
      FROM (
        SELECT (settled_at AT TIME ZONE 'UTC')::date AS day, route_key, network, asset, sum(settled_atomic) AS amount,
          coalesce(sum(settled_atomic) FILTER (WHERE status = 'received'), 0) AS undelivered, count(*) AS payments
        FROM payments
        WHERE ${whereShop(handle)} AND status IN ('settled', 'received') AND settled_at >= ${from} AND settled_at < ${until}
        GROUP BY GROUPING SETS ((network, asset), (network, asset, route_key), (network, asset, 1))
      ) AS summed
    ) AS placed
    WHERE route_key IS NULL OR place <= ${maxRoutes}
    ORDER BY day, payments DESC, route_key, network, asset`
  return rows.map((row) => ({
    ...row,
    amountAtomic: BigInt(row.amountAtomic),
    undeliveredAtomic: BigInt(row.undeliveredAtomic),
  }))
}
