import type { Database } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'

/** Deletes deliveries that have ended, with their attempts; waiting ones stay. For a job. */
export async function pruneDeliveries(
  database: Database,
  { webhooksDays }: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const before = daysBefore(now, webhooksDays)
  const step = (limit: number) => database.$executeRaw`
    DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_deliveries WHERE state <> 'waiting' AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`
  await prune(step, { signal, stepRows })
}
