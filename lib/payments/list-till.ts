import { type Database, Prisma } from '@/lib/base/infra/database'
import { isConfirmed, refundedSql } from './refunded-sql'
import { whereShop } from './where-shop'

/** Money that moved between a shop and a payer: a sale, or a refund that the chain has shown. */
export type TillLine = {
  kind: 'sale' | 'refund'
  at: Date
  paymentId: string
  routeKey: string
  resourceUri: string
  network: string
  asset: string
  amountAtomic: bigint
  /** All that was paid has been given back. */
  isGivenBack: boolean
}

type TillQuery = { sellerId: string; handle: string; from: Date; limit: number }
type Row = Omit<TillLine, 'amountAtomic'> & { amountAtomic: string }

/** Sales and refunds of a shop since `from`, newest first: the lines of `sumEarnings`. */
export async function listTill(database: Database, { sellerId, handle, from, limit }: TillQuery): Promise<TillLine[]> {
  const part = (at: string) => Prisma.sql`>= ${from} ORDER BY ${Prisma.raw(at)} DESC LIMIT ${limit}`
  const rows = await database.$queryRaw<Row[]>`
    SELECT kind, at, id AS "paymentId", route_key AS "routeKey", resource_uri AS "resourceUri", network, asset,
      amount::text AS "amountAtomic", settled_atomic <= ${refundedSql('moved.id')} AS "isGivenBack"
    FROM (
      (SELECT 'sale' AS kind, settled_at AS at, id, route_key, resource_uri, network, asset, settled_atomic AS amount,
        settled_atomic
      FROM payments WHERE ${whereShop(handle)} AND status IN ('settled', 'received') AND settled_at ${part('settled_at')})
      UNION ALL
      (SELECT 'refund', confirmed_at, payments.id, route_key, resource_uri, refunds.network, refunds.asset, amount_atomic,
        settled_atomic
      FROM refunds JOIN payments ON payments.id = refunds.payment_id
      WHERE refunds.seller_id = ${sellerId}::uuid AND ${whereShop(handle)} AND ${isConfirmed}
        AND confirmed_at ${part('confirmed_at')})
    ) AS moved
    ORDER BY at DESC, kind LIMIT ${limit}`
  return rows.map((row) => ({ ...row, amountAtomic: BigInt(row.amountAtomic) }))
}
