import { type Database, Prisma } from '@/lib/infra/database'
import { reasons } from '@/lib/x402/reasons'

/**
 * settled → refused, where the chain has given the money back to the buyer for good, and so ends the rights that the
 * payment gave. `transaction` is the one that is no more: a payment that was settled anew has another one. Says how many.
 */
export async function takeBackLost(
  database: Database,
  lost: readonly { key: string; transaction: string }[],
): Promise<number> {
  if (lost.length === 0) return 0
  const gone = Prisma.join(lost.map(({ key, transaction }) => Prisma.sql`(${key}, ${transaction})`))
  const [row] = await database.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      UPDATE payments SET status = 'refused', reason = ${reasons.settlementReorged}, ended_at = now()
      WHERE status = 'settled' AND (authorization_key, transaction) IN (${gone})
      RETURNING id
    ), ended AS (
      DELETE FROM entitlements WHERE payment_id IN (SELECT id::text FROM gone)
    )
    SELECT count(*)::int AS count FROM gone`
  return row?.count ?? 0
}
