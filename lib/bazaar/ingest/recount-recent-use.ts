import type { Database } from '@/lib/base/infra/database'
import { RECENT_MS } from './count-settlements'

const BATCH = 200
const AGAIN_MS = 86_400_000

/**
 * Removes sales older than thirty days from the recent counts of every entry that has any, a day after the last time.
 * Several instances share the work. Returns how many entries were counted.
 */
export async function recountRecentUse(database: Database, now: Date): Promise<number> {
  const recently = new Date(now.getTime() - RECENT_MS)
  let counted = 0
  for (;;) {
    const some = await database.$executeRaw`
      WITH due AS (
        SELECT id FROM catalog_entries WHERE recent_total > 0 AND recent_counted_at <= ${new Date(now.getTime() - AGAIN_MS)}
        ORDER BY recent_counted_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE catalog_entries entry SET recent_counted_at = ${now}, counted_at = ${now},
        recent_total = recent.total, recent_organic = recent.organic, recent_payers = recent.payers
      FROM due,
        LATERAL (SELECT count(*) AS total, count(*) FILTER (WHERE is_organic) AS organic,
            count(DISTINCT payer) FILTER (WHERE is_organic) AS payers
          FROM catalog_settlements WHERE entry_id = due.id AND settled_at > ${recently}) recent
      WHERE entry.id = due.id`
    counted += some
    if (some < BATCH) return counted
  }
}
