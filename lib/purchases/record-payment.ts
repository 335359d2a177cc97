import { type Database, type DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { ResourceUri } from '@/lib/x402/resource-uri'

export type PaidAccess = {
  /** CAIP-2; where the payment settled. */
  network: string
  address: string
  /** Built by us from the matched route, never taken from a payload. */
  resourceUri: ResourceUri
  paymentId: string | null
  now: Date
  /** When the right ends; null: never. */
  expiresAt: Date | null
}

/**
 * Gives a wallet the right to a resource. Paying again never shortens a right: the later end stays, and none
 * outlasts all.
 */
export async function recordPayment(database: Database | DatabaseTransaction, access: PaidAccess): Promise<void> {
  await database.$executeRaw(grantStatement(access, Prisma.sql`(SELECT 1) AS always`))
}

/**
 * The same as SQL, for the statement that marks a payment settled: the right is given where `source`, an item of a
 * FROM clause, has a row. So both happen or neither does, in one way to the database.
 */
export function grantStatement(access: PaidAccess, source: Prisma.Sql): Prisma.Sql {
  const { network, resourceUri, paymentId, now, expiresAt } = access
  const identity = addressIdentity(network, access.address)
  return Prisma.sql`
    INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at, expires_at)
    SELECT ${identity}, ${resourceUri}, ${network}, ${paymentId}, ${now}::timestamptz, ${expiresAt}::timestamptz
    FROM ${source}
    ON CONFLICT (address_identity, resource_uri, network) DO UPDATE SET
      payment_id = excluded.payment_id,
      granted_at = excluded.granted_at,
      expires_at = CASE
        WHEN entitlements.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
        ELSE greatest(entitlements.expires_at, excluded.expires_at)
      END`
}
