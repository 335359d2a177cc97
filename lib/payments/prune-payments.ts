import { type Database, type Sql, sql } from '@/lib/base/infra/database'
import { daysBefore, hoursBefore, prune, type Retention } from '@/lib/base/infra/prune'
import { REPEATED_MINUTES } from './right'

/** A year of figures, with the month that they are compared with. */
const PASS_USES_DAYS = 400

/**
 * Deletes payments that took no money: soon where no handler ran, since they cost their sender nothing; later where one
 * did, since they count against its authorization, and where the meter counted nothing, also by a voucher. Drops stored
 * answers; content that is still undelivered is produced again.
 * Rows that took money stay for ever. The signature and answer of a delivered call that a voucher paid for are dropped
 * like answers, since the channel keeps a later voucher that covers it. Skips locked rows. For a job.
 */
export async function prunePayments(
  database: Database,
  retention: Retention,
  { now, signal, stepRows }: { now: Date; signal?: AbortSignal; stepRows?: number },
): Promise<void> {
  const unstarted = hoursBefore(now, retention.unstartedHours)
  const unpaid = daysBefore(now, retention.unpaidDays)
  const answered = hoursBefore(now, retention.answersHours)
  const repeated = new Date(now.getTime() - (REPEATED_MINUTES + 1) * 60_000)
  const steps = [
    deleting(sql`status = 'abandoned' AND handler_runs = 0 AND ended_at < ${unstarted}`, sql`ended_at`),
    deleting(sql`status IN ('abandoned', 'refused') AND ended_at < ${unpaid}`, sql`ended_at`),
    deleting(sql`status = 'spent_zero' AND ended_at < ${unpaid}`, sql`ended_at`),
    deleting(sql`status = 'settled' AND settled_atomic = 0 AND settled_at < ${unpaid}`, sql`settled_at`),
    clearing(
      sql`response_body = NULL`,
      sql`response_body IS NOT NULL AND COALESCE(delivered_at, settled_at) < ${answered}`,
      sql`COALESCE(delivered_at, settled_at)`,
    ),
    clearing(
      sql`response_body = NULL`,
      sql`response_body IS NOT NULL AND delivered_at < ${repeated}`,
      sql`delivered_at`,
    ),
    clearing(
      sql`payload = '{}', requirements = '{}', settle_response = NULL, response_headers = NULL, response_body = NULL`,
      sql`scheme = 'batch-settlement' AND settle_response IS NOT NULL AND status = 'settled'
        AND delivered_at < ${answered}`,
      sql`delivered_at`,
    ),
    (limit: number) => sql`
      DELETE FROM pass_uses WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM pass_uses WHERE day < ${daysBefore(now, PASS_USES_DAYS)}
        ORDER BY day LIMIT ${limit} FOR UPDATE SKIP LOCKED))`,
  ]
  for (const step of steps) await prune((limit) => database.execute(step(limit)), { signal, stepRows })
}

type Step = (limit: number) => Sql

const oldest = (where: Sql, by: Sql, limit: number) => sql`id = ANY (ARRAY(
  SELECT id FROM payments WHERE ${where} ORDER BY ${by} LIMIT ${limit} FOR UPDATE SKIP LOCKED))`

const deleting =
  (where: Sql, by: Sql): Step =>
  (limit) =>
    sql`DELETE FROM payments WHERE ${oldest(where, by, limit)}`

const clearing =
  (set: Sql, where: Sql, by: Sql): Step =>
  (limit) =>
    sql`UPDATE payments SET ${set} WHERE ${oldest(where, by, limit)}`
