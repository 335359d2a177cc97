import { z } from 'zod'
import { type Actor, getOwnSeller } from './actor'
import { parseInput } from './input-refused-error'
import { ofShop } from './payment-columns'
import type { SellersContext } from './ports'

/** A stretch of time that is summed up at once. */
export const rangeInput = z
  .object({ from: z.date(), until: z.date() })
  .refine(({ from, until }) => until > from && until.getTime() - from.getTime() <= 400 * 86_400_000, {
    message: 'Choose a range of at most 400 days.',
  })

/** So many routes are told apart at most: those with the most payments. */
export const summedRoutes = 100

/**
 * Money that came in, in one asset of one network. Different assets are never added up. `undeliveredAtomic` is the part
 * that was received for what is not delivered, and may have to go back.
 */
export type Earning = {
  network: string
  asset: string
  amountAtomic: bigint
  undeliveredAtomic: bigint
  payments: number
}

export type Earnings = {
  byNetwork: Earning[]
  /** The busiest routes first. */
  byRoute: (Earning & { routeKey: string })[]
  /** `day` is UTC, such as `2026-01-31`; oldest first. */
  byDay: (Earning & { day: string })[]
}

type Row = Pick<Earning, 'network' | 'asset' | 'payments'> & {
  amountAtomic: string
  undeliveredAtomic: string
  routeKey: string | null
  day: string | null
}

/** What the actor's shop earned from `from` up to `until`, in three views of one reading. */
export async function summarizeEarnings({ database }: SellersContext, actor: Actor, input: unknown): Promise<Earnings> {
  const { handle } = await getOwnSeller(database, actor)
  const { from, until } = parseInput(rangeInput, input)
  const rows = await database.$queryRaw<Row[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route_key AS "routeKey", network, asset, amount::text AS "amountAtomic",
      undelivered::text AS "undeliveredAtomic", payments::int
    FROM (
      SELECT *, row_number() OVER (PARTITION BY route_key IS NULL ORDER BY payments DESC, route_key) AS place
      FROM (
        SELECT (settled_at AT TIME ZONE 'UTC')::date AS day, route_key, network, asset, sum(settled_atomic) AS amount,
          coalesce(sum(settled_atomic) FILTER (WHERE status = 'received'), 0) AS undelivered, count(*) AS payments
        FROM payments
        WHERE ${ofShop(handle)} AND status IN ('settled', 'received') AND settled_at >= ${from} AND settled_at < ${until}
        GROUP BY GROUPING SETS ((network, asset), (network, asset, route_key), (network, asset, 1))
      ) AS summed
    ) AS placed
    WHERE route_key IS NULL OR place <= ${summedRoutes}
    ORDER BY day, payments DESC, route_key, network, asset`
  const views: Earnings = { byNetwork: [], byRoute: [], byDay: [] }
  for (const { day, routeKey, amountAtomic, undeliveredAtomic, ...row } of rows) {
    const earning = { ...row, amountAtomic: BigInt(amountAtomic), undeliveredAtomic: BigInt(undeliveredAtomic) }
    if (day !== null) views.byDay.push({ day, ...earning })
    else if (routeKey !== null) views.byRoute.push({ routeKey, ...earning })
    else views.byNetwork.push(earning)
  }
  return views
}
