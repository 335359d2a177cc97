import { Prisma } from '@/lib/infra/database'

/** What is read of a payment, under the names of `StoredPayment`. */
export const paymentColumns = Prisma.sql`
  id AS "paymentId", route_key AS "routeKey", resource_uri AS "resourceUri", network, scheme, asset, payer,
  pay_to AS "payTo", authorized_atomic::text AS "authorizedAtomic", settled_atomic::text AS "settledAtomic", status,
  reason, transaction, is_preempted AS "isPreempted", was_unknown AS "wasUnknown", challenged_at AS "challengedAt",
  claimed_at AS "claimedAt", verified_at AS "verifiedAt", produced_at AS "producedAt", settling_at AS "settlingAt",
  settled_at AS "settledAt", delivered_at AS "deliveredAt", ended_at AS "endedAt"`

/**
 * Payments of one shop, as their indexes are written: the handle is the third part of `GET /x/<handle>/…`.
 * Handles never change hands, so a payment belongs to whoever has the handle.
 */
export const ofShop = (handle: string): Prisma.Sql =>
  Prisma.sql`split_part(route_key, '/', 2) = 'x' AND split_part(route_key, '/', 3) = ${handle}`
