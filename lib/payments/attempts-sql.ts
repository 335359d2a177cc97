import { Prisma } from '@/lib/base/infra/database'
import { whereShop } from './where-shop'

export type AttemptsRange = { handle: string; from: Date; until: Date }

/**
 * SQL: a query of `day` (UTC), `route_key`, `audience`, `signed` and `settled`: the number of payments that came in,
 * and of those settled by now. Per day with a null `route_key`, or per route with a null `day`.
 */
export function attemptsSql({ handle, from, until }: AttemptsRange, by: 'day' | 'route'): Prisma.Sql {
  const group =
    by === 'day'
      ? Prisma.sql`(claimed_at AT TIME ZONE 'UTC')::date AS day, NULL::text AS route_key`
      : Prisma.sql`NULL::date AS day, route_key`
  return Prisma.sql`
    SELECT ${group}, audience, count(*) AS signed, count(*) FILTER (WHERE status = 'settled') AS settled
    FROM payments WHERE ${whereShop(handle)} AND claimed_at >= ${from} AND claimed_at < ${until}
    GROUP BY ${Prisma.raw(by === 'day' ? '1' : '2')}, audience`
}
