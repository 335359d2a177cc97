import { type Database, Prisma } from '@/lib/base/infra/database'
import { reasons } from '@/lib/base/x402/reasons'
import { renewRights } from './renew-rights'

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
  const gone = Prisma.join(lost.map(({ key, transaction }) => Prisma.sql`(${key}, ${transaction})`))
  return database.$transaction(async (transaction) => {
    const rows = await transaction.$queryRaw<{ id: string }[]>`
      WITH held AS (
        SELECT id FROM payments WHERE status IN ('settled', 'received') AND (authorization_key, transaction) IN (${gone})
        ORDER BY id FOR UPDATE)
      UPDATE payments payment SET status = 'refused', reason = ${reasons.settlementReorged}, ended_at = now()
      FROM held WHERE payment.id = held.id RETURNING payment.id::text`
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await renewRights(transaction, ids)
    return ids.length
  })
}
