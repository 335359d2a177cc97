import type { Database } from '@/lib/base/infra/database'
import { prune } from '@/lib/base/infra/prune'

/** How long a retry gets the first answer again. */
export const REPLAY_KEPT_MS = 86_400_000

export async function purgeReplays(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - REPLAY_KEPT_MS)
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM seller_replays WHERE (seller_id, idempotency_key) IN (
        SELECT seller_id, idempotency_key FROM seller_replays WHERE created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  )
}
