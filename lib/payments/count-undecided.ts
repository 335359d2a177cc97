import type { Database } from '@/lib/base/infra/database'
import { whereShop } from './where-shop'

/** Payments of a shop whose money may have moved, and is not decided. There is an index over open ones. */
export async function countUndecided(database: Database, handle: string): Promise<number> {
  const [row] = await database.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM payments
    WHERE status IN ('streaming', 'settling', 'unknown') AND ${whereShop(handle)}`
  return row.count
}
