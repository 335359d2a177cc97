import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { grantStatement } from './grant-statement'
import { whereBought } from './where-payment'

/**
 * Recomputes the rights that those payments gave from their payers' other purchases; a right without any other purchase
 * ends, and so does what was kept by reading with a pass. They are removed first, so that a payment that settles in
 * between is either seen here or adds its own right afterwards.
 */
export async function renewRights(transaction: DatabaseTransaction, paymentIds: string[]): Promise<void> {
  const payments = Prisma.sql`payments WHERE id = ANY(${paymentIds}::uuid[])`
  const given = Prisma.sql`SELECT payer_identity, entitlement_uri, network FROM ${payments}`
  const ended = await transaction.$queryRaw<{ payer: string; uri: string; network: string }[]>`
    WITH held AS (
      SELECT address_identity, resource_uri, network FROM entitlements
      WHERE (address_identity, resource_uri, network) IN (${given})
        OR (address_identity IN (SELECT payer_identity FROM ${payments}) AND payment_id = ANY(${paymentIds}))
      ORDER BY address_identity, resource_uri, network FOR UPDATE
    )
    DELETE FROM entitlements USING held
    WHERE (entitlements.address_identity, entitlements.resource_uri, entitlements.network)
      = (held.address_identity, held.resource_uri, held.network)
    RETURNING entitlements.address_identity AS payer, entitlements.resource_uri AS uri, entitlements.network`
  const others = Prisma.sql`(
    SELECT payer_identity AS address_identity, network, id::text AS payment_id, entitlement_uri AS resource_uri,
      entitled_until AS expires_at
    FROM payments WHERE (payer_identity, entitlement_uri, network) IN (${given} UNION
        SELECT payer, uri, network FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
          AS ended(payer text, uri text, network text))
      AND ${whereBought} AND right_ended_at IS NULL) AS others`
  await transaction.$executeRaw(grantStatement(others))
}

/**
 * Ends the rights of a payment whose price has been given back: its right by signing in, and content that is still due.
 * The payer's other purchases stay.
 */
export async function endRight(transaction: DatabaseTransaction, paymentId: string): Promise<void> {
  const ended = await transaction.$executeRaw`
    UPDATE payments SET right_ended_at = now() WHERE id = ${paymentId}::uuid AND right_ended_at IS NULL`
  if (ended > 0) await renewRights(transaction, [paymentId])
}
