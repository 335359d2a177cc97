import { Prisma } from '@/lib/base/infra/database'

/** SQL: what the chain has shown to be given back of a payment, in atomic units. `paymentId` is an SQL name. */
export const refundedSql = (paymentId: string): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(amount_atomic), 0) FROM refunds
    WHERE refunds.payment_id = ${Prisma.raw(paymentId)} AND ${isConfirmed})`

/** SQL: what is promised to be given back of a payment and not yet seen on the chain. */
export const promisedSql = (paymentId: string): Prisma.Sql =>
  Prisma.sql`(SELECT coalesce(sum(amount_atomic), 0) FROM refunds
    WHERE refunds.payment_id = ${Prisma.raw(paymentId)} AND ${isPromised})`

/** SQL: of a refund, that the chain has shown it. */
export const isConfirmed = Prisma.raw(`refunds.status = 'confirmed'`)

/** SQL: of a refund, that it is about to be sent and its promise has not expired. */
export const isPromised = Prisma.raw(`(refunds.status = 'promised' AND refunds.expires_at > now())`)
