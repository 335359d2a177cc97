import type { Database } from '@/lib/base/infra/database'
import { daysBefore, hoursBefore, prune } from '@/lib/base/infra/prune'
import type { Retention } from '@/lib/base/infra/retention'

/**
 * Deletes authorizations that moved no money: reservations that lapsed, released claims, and refused settlements. All
 * of them may be claimed again, like one that was never seen; the chain tells whether it is spent. Those used up
 * without a charge are deleted only when the chain no longer accepts them: until then only the row says that they are
 * spent.
 * Drops the signed form of transactions that have ended. Settled rows stay for ever.
 * Skips locked rows. For a job.
 */
export async function pruneSettlements(
  database: Database,
  retention: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const unstarted = hoursBefore(now, retention.unstartedHours)
  const unpaid = daysBefore(now, retention.unpaidDays)
  const ended = daysBefore(now, retention.transactionsDays)
  const steps = [
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'reserved' AND reserved_until < ${unstarted}::timestamptz
        ORDER BY reserved_until LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'abandoned' AND claimed_at < ${unstarted}::timestamptz
        ORDER BY claimed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'refused' AND decided_at < ${unpaid}::timestamptz
        ORDER BY decided_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      DELETE FROM settlements WHERE key = ANY (ARRAY(
        SELECT key FROM settlements WHERE state = 'spent_zero' AND decided_at < ${unpaid}::timestamptz
          AND valid_before < ${unpaid}::timestamptz
        ORDER BY decided_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    (limit: number) => database.$executeRaw`
      UPDATE settlement_transactions SET raw = '', older_hashes = '{}' WHERE id = ANY (ARRAY(
        SELECT id FROM settlement_transactions WHERE state <> 'open' AND raw <> '' AND ended_at < ${ended}::timestamptz
        ORDER BY ended_at LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
    // A key's gas is shown for a month.
    (limit: number) => database.$executeRaw`
      DELETE FROM gas_uses WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM gas_uses WHERE day < ${daysBefore(now, 32)}::date
        ORDER BY day LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  ]
  for (const step of steps) await prune(step, { signal, stepRows })
}
