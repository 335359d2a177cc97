import { Prisma } from '@/lib/base/infra/database'
import { refundedSql } from './refunded-sql'
import { whereShop } from './where-shop'

/** Start of its present status. A settled payment ends again when its content is given up. */
const endedAt = Prisma.raw(`CASE WHEN status = 'settled' THEN settled_at ELSE ended_at END`)

/**
 * SQL: the payments of a shop that have ended, under the names of `PaymentView`; `endedAt` is when each came to its
 * present status. Amounts are text. The index of ended payments serves conditions on `endedAt`.
 */
export const endedPaymentsSql = (handle: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT id AS "paymentId", route_key AS "routeKey", resource_uri AS "resourceUri", network, asset, payer,
    pay_to AS "payTo", settled_atomic::text AS "amountAtomic",
    ${refundedSql('payments.id')}::text AS "refundedAtomic", status, reason, transaction,
    was_unknown AS "wasUnknown", ${endedAt} AS "endedAt"
  FROM payments WHERE ${whereShop(handle)} AND status IN ('settled', 'received', 'refused', 'undecidable')`
