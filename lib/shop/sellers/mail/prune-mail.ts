import type { Database } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'

/** Deletes messages that were sent or given up; waiting ones stay. For a job. */
export async function pruneMail(
  database: Database,
  { webhooksDays }: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const before = daysBefore(now, webhooksDays)
  const step = (limit: number) => database.$executeRaw`
    DELETE FROM mail_messages WHERE id = ANY (ARRAY(
      SELECT id FROM mail_messages WHERE state <> 'waiting' AND created_at < ${before}::timestamptz
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`
  await prune(step, { signal, stepRows })
}
