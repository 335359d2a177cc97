import type { Database } from '@/lib/infra/database'
import { RECENT_MS } from './count-settlements'

const BATCH = 200
const HOUR_MS = 3_600_000

/**
 * Takes what is older than thirty days out of the recent counts, an hour after it was last done, for every entry that
 * has any. Several instances share the work. Returns how many entries were counted.
 */
export async function recountRecentUse(database: Database, now: Date): Promise<number> {
  const recently = new Date(now.getTime() - RECENT_MS)
  let counted = 0
  for (;;) {
    const some = await database.$executeRaw`
      with due as (
        select id from catalog_entries where recent_total > 0 and recent_counted_at <= ${new Date(now.getTime() - HOUR_MS)}
        order by recent_counted_at limit ${BATCH} for no key update skip locked
      )
      update catalog_entries entry set recent_counted_at = ${now}, counted_at = ${now},
        recent_total = hours.total, recent_organic = hours.organic, recent_payers = payers.payers
      from due,
        lateral (select coalesce(sum(total), 0) as total, coalesce(sum(organic), 0) as organic
          from catalog_use_hours where entry_id = due.id and hour > ${recently}) hours,
        lateral (select count(*) as payers from catalog_payers where entry_id = due.id and last_paid_at > ${recently}) payers
      where entry.id = due.id`
    counted += some
    if (some < BATCH) return counted
  }
}
