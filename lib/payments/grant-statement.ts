import { Prisma } from '@/lib/infra/database'
import { addressIdentity } from '@/lib/x402/addresses'

/** A payment that gives a right; `network` is where it settled, as CAIP-2. */
export type PaidBy = { network: string; address: string; paymentId: string | null }

/**
 * SQL that gives a wallet the right to a resource, for the statement that marks its payment settled: where `source`, an
 * item of a FROM clause, has a row with a `resource_uri`, until its `expires_at`. So both happen or neither does, in
 * one way to the database. Paying again never shortens a right: the later end stays, and none outlasts all.
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
