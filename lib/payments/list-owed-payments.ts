import type { Database } from '@/lib/infra/database'
import { whereShop } from './where-shop'

/** A payment whose money came in and delivered nothing; `owedAtomic` is what was not given back of it. */
type OwedPayment = {
  paymentId: string
  routeKey: string
  network: string
  asset: string
  owedAtomic: bigint
  settledAt: Date
}

type Row = Omit<OwedPayment, 'owedAtomic'> & { owedAtomic: string }

/** The payments of a shop that are to be given back, newest first. What was given back in whole is none of them. */
export async function listOwedPayments(
  database: Database,
  { handle, limit }: { handle: string; limit: number },
): Promise<OwedPayment[]> {
  const rows = await database.$queryRaw<Row[]>`
    SELECT id AS "paymentId", route_key AS "routeKey", network, asset, settled_at AS "settledAt",
      (settled_atomic - given_back)::text AS "owedAtomic"
    FROM payments CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_atomic), 0) AS given_back FROM refunds
      WHERE refunds.payment_id = payments.id AND refunds.status = 'confirmed'
    ) AS refunded
    WHERE ${whereShop(handle)} AND status = 'received' AND settled_atomic > given_back
    ORDER BY settled_at DESC, id DESC LIMIT ${limit}`
  return rows.map((row) => ({ ...row, owedAtomic: BigInt(row.owedAtomic) }))
}
