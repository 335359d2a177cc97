import { z } from 'zod'
import { Prisma } from '@/lib/base/infra/database'
import { audiences } from '@/lib/base/x402/audience'
import { attemptsSql } from '@/lib/payments/attempts-sql'
import { type Actor, getOwnSeller } from '../actor'
import { parseInput } from '../input-refused-error'
import type { SellersContext } from '../ports'
import { rangeInput, SUMMED_ROUTES, utcDay } from './summarize-earnings'

/** Counts of callers of one kind, from 402 to settlement. One caller may get many 402s before paying once. */
const conversion = z.object({
  /** Null where a payment does not say who made it. */
  audience: z.enum(audiences).nullable(),
  served: z.number(),
  signed: z.number(),
  settled: z.number(),
})
export type Conversion = z.infer<typeof conversion>

export const conversionShape = z.object({
  byRoute: z
    .array(conversion.extend({ routeKey: z.string() }))
    .describe('The 100 busiest of the last 30 days at most.'),
  byDay: z.array(conversion.extend({ day: utcDay })),
})
export type Conversions = z.infer<typeof conversionShape>

/** Routes are listed separately for at most this many days, as there may be ten thousand of them. */
const ROUTE_DAYS = 30

type Row = Conversion & { day: string | null; routeKey: string | null }

/**
 * 402s served, payments signed and settled, from `from` up to `until`. 402s are counted seconds late, and those that an
 * instance had not flushed when it was killed are missing.
 */
export async function summarizeConversion(
  { database }: SellersContext,
  actor: Actor,
  input: unknown,
): Promise<Conversions> {
  const { handle } = await getOwnSeller(database, actor)
  const { from, until } = parseInput(rangeInput, input)
  const routesFrom = new Date(Math.max(from.getTime(), until.getTime() - ROUTE_DAYS * 86_400_000))
  const dayOf = (at: Date) => Prisma.sql`(${at}::timestamptz AT TIME ZONE 'UTC')::date`
  const rows = await database.$queryRaw<Row[]>`
    WITH counted AS (
      SELECT day, NULL AS route_key, audience, served, 0 AS signed, 0 AS settled FROM challenge_counts
      WHERE handle = ${handle} AND route_key = '' AND day >= ${dayOf(from)} AND day < ${dayOf(until)}
      UNION ALL
      SELECT NULL, route_key, audience, served, 0, 0 FROM challenge_counts
      WHERE handle = ${handle} AND route_key <> '' AND day >= ${dayOf(routesFrom)} AND day < ${dayOf(until)}
      UNION ALL
      SELECT day, route_key, audience, 0, signed, settled
      FROM (${attemptsSql({ handle, from, until }, 'day')}) AS attempts_by_day
      UNION ALL
      SELECT day, route_key, audience, 0, signed, settled
      FROM (${attemptsSql({ handle, from: routesFrom, until }, 'route')}) AS attempts_by_route
    ), summed AS (
      SELECT day, route_key, audience, sum(served) AS served, sum(signed) AS signed, sum(settled) AS settled
      FROM counted GROUP BY 1, 2, 3
    )
    SELECT to_char(day, 'YYYY-MM-DD') AS day, route_key AS "routeKey", audience, served::int, signed::int, settled::int
    FROM (SELECT *, row_number() OVER (PARTITION BY route_key IS NULL ORDER BY served + signed DESC, route_key) AS place
      FROM summed) AS placed
    WHERE route_key IS NULL OR place <= ${SUMMED_ROUTES}
    ORDER BY day, place`
  const views: Conversions = { byDay: [], byRoute: [] }
  for (const { day, routeKey, audience, served, signed, settled } of rows) {
    const conversion = { audience, served, signed, settled }
    if (day !== null) views.byDay.push({ day, ...conversion })
    if (routeKey !== null) views.byRoute.push({ routeKey, ...conversion })
  }
  return views
}
