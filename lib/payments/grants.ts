import { type Database, type DatabaseTransaction, type Sql, sql } from '@/lib/base/infra/database'
import { reasons } from '@/lib/base/x402/reasons'
import { whereBought } from './payment-sql'

/**
 * SQL for the statement that marks payments settled: gives rights where `source`, an item of a FROM clause, has rows
 * (`address_identity`, `network`, `payment_id`, `resource_uri` or null for none, `expires_at`). So both happen or
 * neither does, in one round trip. Paying again never shortens a right: the later end stays, and a right without end
 * stays so. In one order, so that two such statements never wait for each other.
 */
export function grantStatement(source: Sql): Sql {
  return sql`
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

/**
 * Recomputes the rights that those payments gave from their payers' other purchases; a right without any other purchase
 * ends, and so does what was kept by reading with a pass. They are removed first, so that a payment that settles in
 * between is either seen here or adds its own right afterwards.
 */
async function renewRights(transaction: DatabaseTransaction, paymentIds: string[]): Promise<void> {
  const payments = sql`payments WHERE id = ANY(${paymentIds}::uuid[])`
  const given = sql`SELECT payer_identity, entitlement_uri, network FROM ${payments}`
  const ended = await transaction.rows<{ payer: string; uri: string; network: string }>(sql`
    WITH held AS (
      SELECT address_identity, resource_uri, network FROM entitlements
      WHERE (address_identity, resource_uri, network) IN (${given})
        OR (address_identity IN (SELECT payer_identity FROM ${payments}) AND payment_id = ANY(${paymentIds}))
      ORDER BY address_identity, resource_uri, network FOR UPDATE
    )
    DELETE FROM entitlements USING held
    WHERE (entitlements.address_identity, entitlements.resource_uri, entitlements.network)
      = (held.address_identity, held.resource_uri, held.network)
    RETURNING entitlements.address_identity AS payer, entitlements.resource_uri AS uri, entitlements.network`)
  const others = sql`(
    SELECT payer_identity AS address_identity, network, id::text AS payment_id, entitlement_uri AS resource_uri,
      entitled_until AS expires_at
    FROM payments WHERE (payer_identity, entitlement_uri, network) IN (${given} UNION
        SELECT payer, uri, network FROM jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
          AS ended(payer text, uri text, network text))
      AND ${whereBought} AND right_ended_at IS NULL) AS others`
  await transaction.execute(grantStatement(others))
}

/**
 * Ends the rights of a payment whose price has been given back: its right by signing in, and content that is still due.
 * The payer's other purchases stay.
 */
export async function endRight(transaction: DatabaseTransaction, paymentId: string): Promise<void> {
  const ended = await transaction.execute(sql`
    UPDATE payments SET right_ended_at = now() WHERE id = ${paymentId}::uuid AND right_ended_at IS NULL`)
  if (ended > 0) await renewRights(transaction, [paymentId])
}

/**
 * settled or received → refused, where the chain has dropped the transaction and the buyer has the money again. Rights
 * are then as if those payments had never been. `transaction` is the dropped one: a payment that was settled again has
 * another. Returns their number.
 */
export async function takeBackLost(
  database: Database,
  lost: readonly { key: string; transaction: string }[],
): Promise<number> {
  if (lost.length === 0) return 0
  const gone = sql.join(lost.map(({ key, transaction }) => sql`(${key}, ${transaction})`))
  return database.$transaction(async (transaction) => {
    const rows = await transaction.rows<{ id: string }>(sql`
      WITH held AS (
        SELECT id FROM payments WHERE status IN ('settled', 'received') AND (authorization_key, transaction) IN (${gone})
        ORDER BY id FOR UPDATE)
      UPDATE payments payment SET status = 'refused', reason = ${reasons.settlementReorged}, ended_at = now()
      FROM held WHERE payment.id = held.id RETURNING payment.id::text`)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await renewRights(transaction, ids)
    return ids.length
  })
}
