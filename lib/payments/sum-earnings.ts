import { z } from 'zod'
import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { atomic, balance } from '@/lib/base/x402/views'
import { isConfirmed, isPromised, whereShop } from './payment-sql'

export type EarningsRange = ShopRange & {
  /** Most routes of each asset that are listed separately: those that kept the most. */
  maxRoutes: number
}

/** Amounts received, refunded and kept, in one asset of one network. Different assets are never added up. */
export const earningShape = z.object({
  network: z.string(),
  asset: z.string(),
  amountAtomic: atomic.describe('What came in, in atomic units.'),
  undeliveredAtomic: atomic.describe('Of that, received for what was not delivered, and not given back yet.'),
  payments: z.number(),
  refunds: z.number(),
  refundedAtomic: atomic.describe('Refunds that the chain has shown in that time, whenever their payments were made.'),
  promisedAtomic: atomic.describe('Refunds that are promised and not on the chain yet: `keptAtomic` still holds them.'),
  keptAtomic: balance.describe('What came in less what was given back, in atomic units; may be below zero.'),
})
export type Earning = z.infer<typeof earningShape>

/** For one day (UTC, such as `2026-01-31`), one route, or the whole range where both are null. */
export type EarningsSum = Earning & { day: string | null; routeKey: string | null }

/**
 * A shop's earnings from `from` up to `until`, by day, by route and in all: the oldest day first, then the highest
 * amount kept. The only query of such sums: every page, the API, statements and e-mails show these.
 */
export async function sumEarnings(database: Database, { maxRoutes, ...range }: EarningsRange): Promise<EarningsSum[]> {
  const refunded = refundsOfSql(range)
  return database.rows<EarningsSum>(sql`
    WITH moved (at, route_key, network, asset, came, undelivered, payments, given, refunds, promised) AS (
      SELECT settled_at, route_key, network, asset, settled_atomic,
        CASE WHEN status = 'received' THEN settled_atomic ELSE 0 END, 1, 0, 0, 0
      FROM ${cameInSql(range)}
      UNION ALL
      SELECT confirmed_at, route_key, refunds.network, refunds.asset, 0, 0, 0, amount_atomic, 1, 0
      FROM ${givenBackSql(range)}
      UNION ALL
      SELECT created_at, route_key, refunds.network, refunds.asset, 0, 0, 0, 0, 0, amount_atomic
      FROM ${refunded} AND ${isPromised} AND ${within(range, 'created_at')}
      UNION ALL
      SELECT settled_at, route_key, refunds.network, refunds.asset, 0, -amount_atomic, 0, 0, 0, 0
      FROM ${refunded} AND ${isConfirmed} AND payments.status = 'received' AND ${within(range, 'settled_at')}
    ), summed AS (
      SELECT (at AT TIME ZONE 'UTC')::date AS day, route_key, network, asset, sum(came) AS came,
        sum(undelivered) AS undelivered, sum(payments) AS payments, sum(given) AS given, sum(refunds) AS refunds,
        sum(promised) AS promised, sum(came) - sum(given) AS kept
      FROM moved GROUP BY GROUPING SETS ((network, asset), (network, asset, route_key), (network, asset, 1))
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route_key AS "routeKey", network, asset, came AS "amountAtomic",
      undelivered AS "undeliveredAtomic", payments::int, refunds::int, given AS "refundedAtomic",
      promised AS "promisedAtomic", kept AS "keptAtomic"
    FROM (
      SELECT *, row_number() OVER (PARTITION BY route_key IS NULL, network, asset
        ORDER BY kept DESC, payments DESC, route_key) AS place
      FROM summed
    ) AS placed
    WHERE route_key IS NULL OR place <= ${maxRoutes}
    ORDER BY placed.day, kept DESC, payments DESC, route_key, network, asset`)
}

type ShopRange = { sellerId: string; handle: string; from: Date; until: Date }

/** SQL: that a time lies in the range. `time` is a column. */
const within = ({ from, until }: Pick<ShopRange, 'from' | 'until'>, time: string): Sql =>
  sql`${sql.raw(time)} >= ${from} AND ${sql.raw(time)} < ${until}`

/** SQL, after FROM: the payments that brought the shop money in the range. */
const cameInSql = (range: ShopRange): Sql =>
  sql`payments WHERE ${whereShop(range.handle)} AND status IN ('settled', 'received') AND ${within(range, 'settled_at')}`

/** SQL, after FROM: the shop's refunds, with their payments. */
const refundsOfSql = ({ sellerId, handle }: ShopRange): Sql =>
  sql`refunds JOIN payments ON payments.id = refunds.payment_id
    WHERE refunds.seller_id = ${sellerId}::uuid AND ${whereShop(handle)}`

/** SQL, after FROM: the refunds that the chain showed in the range, with their payments. */
const givenBackSql = (range: ShopRange): Sql =>
  sql`${refundsOfSql(range)} AND ${isConfirmed} AND ${within(range, 'confirmed_at')}`

export type TodaysFigures = {
  /** Payments settled since midnight, UTC. */
  settled: number
  /** From the arrival of the signed request to the delivered content: the median of the last ones; null without any. */
  medianMs: number | null
}

/** The median is of at most so many deliveries. */
const LAST = 500
/** A payment that was signed before midnight may settle after it. */
const SLACK_MS = 3_600_000

/** Today's figures of all payments at this gate, as far as visitors may see them. */
export async function findTodaysFigures(database: Database, now: Date): Promise<TodaysFigures> {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()))
  const since = new Date(midnight.getTime() - SLACK_MS)
  const figures = await database.row<TodaysFigures>(sql`
    SELECT
      (SELECT count(*)::int FROM payments WHERE claimed_at >= ${since} AND settled_at >= ${midnight}) AS settled,
      (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM delivered_at - claimed_at) * 1000)::float8
        FROM (SELECT claimed_at, delivered_at FROM payments
          WHERE claimed_at >= ${since} AND settled_at IS NOT NULL AND delivered_at IS NOT NULL
          ORDER BY claimed_at DESC LIMIT ${LAST}) AS latest) AS "medianMs"`)
  return figures
}
