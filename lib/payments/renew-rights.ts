import { type DatabaseTransaction, Prisma } from '@/lib/base/infra/database'
import { grantStatement } from './grant-statement'
import { whereBought } from './where-bought'

/**
 * Recomputes the rights that those payments gave from their payers' other purchases; a right without any other purchase
 * ends. They are removed first, so that a payment that settles in between is either seen here or adds its own right
 * afterwards.
 */
export async function renewRights(transaction: DatabaseTransaction, paymentIds: string[]): Promise<void> {
  const given = Prisma.sql`(
    SELECT payer_identity, entitlement_uri, network FROM payments WHERE id = ANY(${paymentIds}::uuid[]))`
  await transaction.$executeRaw`
    WITH held AS (
      SELECT address_identity, resource_uri, network FROM entitlements
      WHERE (address_identity, resource_uri, network) IN ${given}
      ORDER BY address_identity, resource_uri, network FOR UPDATE
    )
    DELETE FROM entitlements USING held
    WHERE (entitlements.address_identity, entitlements.resource_uri, entitlements.network)
      = (held.address_identity, held.resource_uri, held.network)`
  const others = Prisma.sql`(
    SELECT payer_identity AS address_identity, network, id::text AS payment_id, entitlement_uri AS resource_uri,
      entitled_until AS expires_at
    FROM payments WHERE (payer_identity, entitlement_uri, network) IN ${given} AND ${whereBought}
      AND right_ended_at IS NULL) AS others`
  await transaction.$executeRaw(grantStatement(others))
}
