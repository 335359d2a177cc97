import { Prisma } from '@/lib/base/infra/database'

/**
 * SQL: payments of one shop, in the form of their indexes: the handle is the third part of `GET /x/<handle>/…`. Handles
 * never change hands, so a payment belongs to the seller who has the handle.
 */
export const whereShop = (handle: string | Prisma.Sql): Prisma.Sql =>
  Prisma.sql`split_part(route_key, '/', 2) = 'x' AND split_part(route_key, '/', 3) = ${handle}`

/** The shop of a route, by its key `GET /x/<handle>/…`; null for a route that is not a seller's. */
export const shopOf = (routeKey: string): string | null => /^[A-Z]+ \/x\/([^/]+)\//.exec(routeKey)?.[1] ?? null
