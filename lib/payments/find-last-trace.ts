import type { Database } from '@/lib/base/infra/database'

/** The ledger's last write, as far as its payments tell; null for an empty one. */
export async function findLastTrace(database: Database): Promise<Date | null> {
  const [row] = await database.$queryRaw<{ at: Date | null }[]>`
    SELECT greatest(max(claimed_at), max(settled_at), max(delivered_at)) AS at FROM payments`
  return row?.at ?? null
}
