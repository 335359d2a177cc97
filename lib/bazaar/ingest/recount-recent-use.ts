import type { Database } from '@/lib/base/infra/database'
import { RECENT_MS } from './count-settlements'

const BATCH = 200
const HOUR_MS = 3_600_000

/**
 * Removes sales older than thirty days from the recent counts of every entry that has any, an hour after the last time.
 * Several instances share the work. Returns how many entries were counted.
 */
export async function recountRecentUse(database: Database, now: Date): Promise<number> {
  const recently = new Date(now.getTime() - RECENT_MS)
  let counted = 0
  for (;;) {
    const some = await database.$executeRaw`
      WITH due AS (
        SELECT id FROM catalog_entries WHERE recent_total > 0 AND recent_counted_at <= ${new Date(now.getTime() - HOUR_MS)}
        ORDER BY recent_counted_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED
      )
      UPDATE catalog_entries entry SET recent_counted_at = ${now}, counted_at = ${now},
        recent_total = hours.total, recent_organic = hours.organic, recent_payers = payers.payers
      FROM due,
        LATERAL (SELECT coalesce(sum(total), 0) AS total, coalesce(sum(organic), 0) AS organic
          FROM catalog_use_hours WHERE entry_id = due.id AND hour > ${recently}) hours,
        LATERAL (SELECT count(*) AS payers FROM catalog_payers WHERE entry_id = due.id AND last_paid_at > ${recently}) payers
      WHERE entry.id = due.id`
    counted += some
    if (some < BATCH) return counted
  }
}
