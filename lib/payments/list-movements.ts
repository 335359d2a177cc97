import { type Database, Prisma } from '@/lib/base/infra/database'
import { cameInSql, givenBackSql, type ShopRange } from './moved-sql'

/** Money of a shop that came in or was given back: the rows that `sumEarnings` adds up. */
export type Movement = {
  kind: 'payment' | 'refund'
  /** The payment's, or the refund's. */
  id: string
  paymentId: string
  at: Date
  routeKey: string
  scheme: string
  network: string
  asset: string
  amountAtomic: bigint
  /** The payment was received, and its content was never delivered. */
  isUndelivered: boolean
  /** The seller's wallet: where a payment went, and what sent a refund. */
  wallet: string
  payer: string
  transaction: string | null
}

/** The movements of a range, oldest first, from after a given one. */
export async function listMovements(
  database: Database,
  range: ShopRange,
  { after, limit }: { after: Pick<Movement, 'at' | 'id'> | null; limit: number },
): Promise<Movement[]> {
  const page = (at: string, id: string) => Prisma.sql`
    ${after ? Prisma.sql`AND (${Prisma.raw(at)}, ${Prisma.raw(id)}) > (${after.at}, ${after.id}::uuid)` : Prisma.empty}
    ORDER BY ${Prisma.raw(at)}, ${Prisma.raw(id)} LIMIT ${limit}`
  const rows = await database.$queryRaw<(Omit<Movement, 'amountAtomic'> & { amountAtomic: string })[]>`
    (SELECT 'payment' AS kind, id, id AS "paymentId", settled_at AS at, route_key AS "routeKey", scheme, network, asset,
      settled_atomic::text AS "amountAtomic", status = 'received' AS "isUndelivered", pay_to AS wallet, payer, transaction
    FROM ${cameInSql(range)} ${page('settled_at', 'id')})
    UNION ALL
    (SELECT 'refund', refunds.id, payment_id, confirmed_at, route_key, scheme, refunds.network, refunds.asset,
      amount_atomic::text, payments.status = 'received', coalesce(sender, pay_to), payer, refunds.transaction
    FROM ${givenBackSql(range)} ${page('confirmed_at', 'refunds.id')})
    ORDER BY at, id LIMIT ${limit}`
  return rows.map((row) => ({ ...row, amountAtomic: BigInt(row.amountAtomic) }))
}
