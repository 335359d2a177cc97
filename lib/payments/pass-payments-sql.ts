import { Prisma } from '@/lib/base/infra/database'
import { whereBought } from './where-bought'

/**
 * SQL: payments for passes that were not given back, each with the end of the time from it on: a payment before the end
 * adds its time to it. Computed from the payments, so that two at once both count, and one that is given back takes only
 * its own time away.
 */
export const passPaymentsSql = (where: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT id, route_id, payer_identity, network, settled_at, settled_at + make_interval(secs => sum(pass_seconds) OVER (
    PARTITION BY route_id, payer_identity ORDER BY settled_at DESC, id DESC)) AS pass_until
  FROM payments AS paid
  WHERE pass_seconds IS NOT NULL AND ${whereBought} AND settled_atomic > 0 AND right_ended_at IS NULL AND ${where}`

/** SQL: the end of the right that a row of `payments` gives; null for never. */
export const rightUntil = Prisma.sql`CASE WHEN payments.pass_seconds IS NULL THEN payments.entitled_until ELSE (
  SELECT max(pass_until) FROM (${passPaymentsSql(
    Prisma.sql`payer_identity = payments.payer_identity AND route_id = payments.route_id`,
  )}) AS passes) END`

/** SQL: a row of `payments` gives a right that has not ended, by the database's clock. */
export const stillOpens = Prisma.sql`(entitlement_uri IS NOT NULL AND right_ended_at IS NULL
  AND coalesce(${rightUntil} > now(), true))`
