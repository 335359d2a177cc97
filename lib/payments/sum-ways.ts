import type { Database } from '@/lib/base/infra/database'
import { cameInSql, type ShopRange } from './moved-sql'

/** Money that came in by one way, before refunds: paid one by one, out of a budget or channel, or for passes. */
export type WaySum = {
  way: 'single' | 'budget' | 'pass'
  network: string
  asset: string
  amountAtomic: bigint
  payments: number
}

/** A shop's receipts from `from` up to `until` by way, in each asset of each network, the highest first. */
export const sumWays = (database: Database, range: ShopRange): Promise<WaySum[]> =>
  database.$queryRaw<WaySum[]>`
    SELECT CASE WHEN pass_seconds IS NOT NULL THEN 'pass' WHEN scheme = 'batch-settlement' THEN 'budget'
      ELSE 'single' END AS way, network, asset, sum(settled_atomic) AS "amountAtomic", count(*)::int AS payments
    FROM ${cameInSql(range)} GROUP BY 1, 2, 3 ORDER BY network, asset, sum(settled_atomic) DESC`
