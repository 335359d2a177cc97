import { type Database, Prisma } from '@/lib/base/infra/database'
import { leaseIsFree } from './leases'
import { refundedSql } from './refunded-sql'
import { whereShop } from './where-shop'

/** A payment that was paid and delivered nothing; `owedAtomic` is the part not given back yet. */
export type OwedPayment = {
  paymentId: string
  routeKey: string
  network: string
  asset: string
  owedAtomic: bigint
  settledAt: Date
}

/** `isGoneSql` is SQL: true for a route key whose route can no longer deliver what is due. */
type OwedQuery = { handle: string; limit: number; isGoneSql: (routeKey: Prisma.Sql) => Prisma.Sql }

/**
 * Payments of a shop that are to be given back, newest first: their content was given up, or their route is gone before
 * it was delivered. Without those that were given back in full.
 */
export async function listOwedPayments(
  database: Database,
  { handle, limit, isGoneSql }: OwedQuery,
): Promise<OwedPayment[]> {
  // Few payments of all shops wait to be delivered, and an index has just those; a shop's own payments may be millions.
  return database.$queryRaw<OwedPayment[]>`
    WITH due AS MATERIALIZED (
      SELECT id, route_key, network, asset, settled_at, settled_atomic FROM payments
      WHERE status = 'settled' AND delivered_at IS NULL AND ${leaseIsFree}
    ), owed AS (
      SELECT id, route_key, network, asset, settled_at, settled_atomic FROM payments
      WHERE ${whereShop(handle)} AND status = 'received'
      UNION ALL
      SELECT * FROM due WHERE ${whereShop(handle)} AND ${isGoneSql(Prisma.sql`due.route_key`)}
    )
    SELECT id AS "paymentId", route_key AS "routeKey", network, asset, settled_at AS "settledAt",
      settled_atomic - given_back AS "owedAtomic"
    FROM owed CROSS JOIN LATERAL ${refundedSql('owed.id')} AS refunded(given_back)
    WHERE settled_atomic > given_back
    ORDER BY settled_at DESC, id DESC LIMIT ${limit}`
}
