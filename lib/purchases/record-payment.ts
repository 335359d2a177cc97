import { type Database, type DatabaseTransaction, Prisma } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'
import type { ResourceUri } from '@/lib/x402/resource-uri'

/** A payment that gives a right. */
export type PaidBy = {
  /** CAIP-2; where the payment settled. */
  network: string
  address: string
  paymentId: string | null
}

export type PaidAccess = PaidBy & {
  /** Built by us from the matched route, never taken from a payload. */
  resourceUri: ResourceUri
  /** When the right ends, by the database's clock; null: never. */
  expiresAt: Date | null
}

/**
 * Gives a wallet the right to a resource. Paying again never shortens a right: the later end stays, and none
 * outlasts all.
 */
export async function recordPayment(database: Database | DatabaseTransaction, access: PaidAccess): Promise<void> {
  const { resourceUri, expiresAt } = access
  const source = Prisma.sql`(SELECT ${resourceUri} AS resource_uri, ${expiresAt}::timestamptz AS expires_at) AS paid`
  await database.$executeRaw(grantStatement(access, source))
}

/**
 * The same as SQL, for the statement that marks a payment settled: the right is given where `source`, an item of a
 * FROM clause, has a row with a `resource_uri`, until its `expires_at`. So both happen or neither does, in one way to
 * the database.
 */
export function grantStatement({ network, address, paymentId }: PaidBy, source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at, expires_at)
    SELECT ${addressIdentity(network, address)}, resource_uri, ${network}, ${paymentId}, now(), expires_at
    FROM ${source} WHERE resource_uri IS NOT NULL
    ON CONFLICT (address_identity, resource_uri, network) DO UPDATE SET
      payment_id = excluded.payment_id,
      granted_at = excluded.granted_at,
      expires_at = CASE
        WHEN entitlements.expires_at IS NULL OR excluded.expires_at IS NULL THEN NULL
        ELSE greatest(entitlements.expires_at, excluded.expires_at)
      END`
}
