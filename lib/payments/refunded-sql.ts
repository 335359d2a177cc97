import { Prisma } from '@/lib/base/infra/database'

/** SQL: what was given back of a payment, or only promised, in atomic units. `paymentId` is an SQL name. */
export const refundedSql = (paymentId: string, isCounted = isConfirmed): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(amount_atomic), 0) FROM refunds
    WHERE refunds.payment_id = ${Prisma.raw(paymentId)} AND ${isCounted})`

/** SQL: of a refund, that the chain has shown it. */
export const isConfirmed = Prisma.raw(`refunds.status = 'confirmed'`)

/** SQL: of a refund, that its seller has prepared it, and the chain has not shown it. */
export const isPromised = Prisma.raw(`refunds.status = 'promised'`)
