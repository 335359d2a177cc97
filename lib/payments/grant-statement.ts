import { Prisma } from '@/lib/base/infra/database'

/**
 * SQL for the statement that marks payments settled: gives rights where `source`, an item of a FROM clause, has rows
 * (`address_identity`, `network`, `payment_id`, `resource_uri` or null for none, `expires_at`). So both happen or
 * neither does, in one round trip. Paying again never shortens a right: the later end stays, and a right without end
 * stays so. In one order, so that two such statements never wait for each other.
 */
export function grantStatement(source: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO entitlements (address_identity, resource_uri, network, payment_id, granted_at, expires_at)
    SELECT DISTINCT ON (address_identity, resource_uri, network)
      address_identity, resource_uri, network, payment_id, now(), expires_at
    FROM ${source} WHERE resource_uri IS NOT NULL
    ORDER BY address_identity, resource_uri, network, expires_at DESC NULLS FIRST
    ON CONFLICT (address_identity, resource_uri, network) DO UPDATE SET
      payment_id = EXCLUDED.payment_id,
      granted_at = EXCLUDED.granted_at,
      expires_at = CASE
        WHEN entitlements.expires_at IS NULL OR EXCLUDED.expires_at IS NULL THEN NULL
        ELSE greatest(entitlements.expires_at, EXCLUDED.expires_at)
      END`
}
