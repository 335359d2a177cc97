import { type Database, Prisma } from '@/lib/base/infra/database'
import { leaseIsFree } from './leases'
import { whereShop } from './where-shop'

/** A payment whose money came in and delivered nothing; `owedAtomic` is what was not given back of it. */
export type OwedPayment = {
  paymentId: string
  routeKey: string
  network: string
  asset: string
  owedAtomic: bigint
  settledAt: Date
}

type Row = Omit<OwedPayment, 'owedAtomic'> & { owedAtomic: string }

/** `isGoneSql` is SQL: whether a route key has no route any more that could deliver what is due. */
type OwedQuery = { handle: string; limit: number; isGoneSql: (routeKey: Prisma.Sql) => Prisma.Sql }

/**
 * The payments of a shop that are to be given back, newest first: those whose content was given up, and those whose
 * route is gone before it was delivered. What was given back in whole is none of them.
 */
export async function listOwedPayments(
  database: Database,
  { handle, limit, isGoneSql }: OwedQuery,
): Promise<OwedPayment[]> {
  // Of all shops, little waits to be delivered, and an index has just that; a shop's own payments may be millions.
  const rows = await database.$queryRaw<Row[]>`
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
      (settled_atomic - given_back)::text AS "owedAtomic"
    FROM owed CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_atomic), 0) AS given_back FROM refunds
      WHERE refunds.payment_id = owed.id AND refunds.status = 'confirmed'
    ) AS refunded
    WHERE settled_atomic > given_back
    ORDER BY settled_at DESC, id DESC LIMIT ${limit}`
  return rows.map((row) => ({ ...row, owedAtomic: BigInt(row.owedAtomic) }))
}
