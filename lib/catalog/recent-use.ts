import type { Database } from '@/lib/infra/database'

/** Payments settled here in the last 30 days; `payers` are independent of the seller. */
export type RecentUse = { total: number; organic: number; payers: number }

export const noRecentUse: RecentUse = { total: 0, organic: 0, payers: 0 }

/** What entries were used lately, by id; those that were not used are missing. */
export async function findRecentUse(database: Database, entryIds: bigint[]): Promise<Map<bigint, RecentUse>> {
  if (entryIds.length === 0) return new Map()
  const rows = await database.$queryRaw<{ entry_id: bigint; total: bigint; organic: bigint; payers: bigint }[]>`
    select entry_id, count(*) as total, count(*) filter (where is_organic) as organic,
      count(distinct payer) filter (where is_organic) as payers
    from catalog_settlements where entry_id = any(${entryIds}) and settled_at > now() - interval '30 days'
    group by entry_id`
  return new Map(
    rows.map(({ entry_id, total, organic, payers }) => [
      entry_id,
      { total: Number(total), organic: Number(organic), payers: Number(payers) },
    ]),
  )
}
