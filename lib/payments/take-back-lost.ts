import { type Database, type DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { reasons } from '@/lib/x402/reasons'
import { grantStatement } from './grant-statement'
import { whereBought } from './where-bought'

/**
 * settled or received → refused, where the chain has given the money back to the buyer for good. Rights are then as if
 * those payments had never been. `transaction` is the one that is no more: a payment that was settled anew has another
 * one. Says how many.
 */
export async function takeBackLost(
  database: Database,
  lost: readonly { key: string; transaction: string }[],
): Promise<number> {
  if (lost.length === 0) return 0
  const gone = Prisma.join(lost.map(({ key, transaction }) => Prisma.sql`(${key}, ${transaction})`))
  return database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      UPDATE payments SET status = 'refused', reason = ${reasons.settlementReorged}, ended_at = now()
      WHERE status IN ('settled', 'received') AND (authorization_key, transaction) IN (${gone})
      RETURNING id::text`
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await renewRights(transaction, ids)
    return ids.length
  })
}

/**
 * Gives the rights that those payments gave once more, by what else their payers have bought; what is left of none ends.
 * They go first, so that a payment that settles meanwhile is either seen here or adds its own right afterwards.
 */
async function renewRights(transaction: DatabaseTransaction, paymentIds: string[]): Promise<void> {
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
    FROM payments WHERE (payer_identity, entitlement_uri, network) IN ${given} AND ${whereBought}) AS others`
  await transaction.$executeRaw(grantStatement(others))
}
