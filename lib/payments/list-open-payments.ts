import type { Database } from '@/lib/base/infra/database'
import { whereShop } from './where-shop'

export type OpenPayments = { state: string; count: number; oldestAt: Date | null }

/** Payments that are neither decided nor given up, by status. There is an index over them. */
export const countOpenPayments = (database: Database): Promise<OpenPayments[]> =>
  database.$queryRaw<OpenPayments[]>`
    SELECT status AS state, count(*)::int AS count, min(claimed_at) AS "oldestAt"
    FROM payments WHERE status IN ('claimed', 'streaming', 'settling', 'unknown') GROUP BY status ORDER BY status`

/** Payments of a shop whose money may have moved, and is not decided. There is an index over open ones. */
export async function countUndecided(database: Database, handle: string): Promise<number> {
  const [row] = await database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM payments
    WHERE status IN ('streaming', 'settling', 'unknown') AND ${whereShop(handle)}`
  return row.count
}
