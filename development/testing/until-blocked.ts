import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, sql } from '@/lib/base/infra/database'

/** Waits until that many statements of this database wait for a lock that another transaction holds. */
export async function untilBlocked(database: Database, count = 1): Promise<void> {
  for (;;) {
    const rows = await database.rows<unknown>(sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
    if (rows.length >= count) return
    await sleep(10)
  }
}
