import type { Database } from '@/lib/base/infra/database'

export type OpenSettlements = { state: string; count: number; oldestAt: Date | null }

/** Settlements that are claimed and not decided, by state. There is an index over them. */
export const countOpenSettlements = (database: Database): Promise<OpenSettlements[]> =>
  database.$queryRaw<OpenSettlements[]>`
    SELECT state, count(*)::int AS count, min(claimed_at) AS "oldestAt"
    FROM settlements WHERE state IN ('claimed', 'settling', 'unknown') GROUP BY state ORDER BY state`
