import { type Database, Prisma } from '@/lib/base/infra/database'
import { daysBefore, prune } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'

const outboxes = [Prisma.sql`webhook_deliveries`, Prisma.sql`mail_messages`]

/** Deletes webhook deliveries and e-mails that have ended; waiting ones stay. For a job. */
export async function pruneSent(
  database: Database,
  { webhooksDays }: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const before = daysBefore(now, webhooksDays)
  for (const outbox of outboxes) {
    const step = (limit: number) => database.$executeRaw`
      DELETE FROM ${outbox} WHERE id = ANY (ARRAY(
        SELECT id FROM ${outbox} WHERE state <> 'waiting' AND created_at < ${before}::timestamptz
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`
    await prune(step, { signal, stepRows })
  }
}
