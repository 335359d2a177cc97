import type { Clock } from '@/lib/base/infra/clock'
import { coalesce } from '@/lib/base/infra/coalesce'
import type { Database } from '@/lib/base/infra/database'
import { prune } from '@/lib/base/infra/prune'

export type RateTicket = { caller: string; requestsPerSecond: number }

/** Null lets the request pass; else tells how long the caller should stay away. */
export type RateVerdict = { retryAfterSeconds: number } | null

/** Long enough that a short burst does no harm, short enough that a caller waits little. */
const WINDOW_MS = 10_000

/**
 * Counts requests per caller in windows of ten seconds, in the database, so that the limit holds over all instances.
 * Requests that arrive together are counted in one write.
 */
export function createRateLimit(database: Database, clock: Clock): (ticket: RateTicket) => Promise<RateVerdict> {
  const take = coalesce((tickets: RateTicket[]) => count(database, clock(), tickets), { maxItems: 500, maxRuns: 1 })
  return async (ticket) => {
    // A name that the statement cannot take would fail all tickets of the same write.
    if (!CALLER_PATTERN.test(ticket.caller)) throw new Error('A caller is counted under a short plain name.')
    return take(ticket)
  }
}

const CALLER_PATTERN = /^[\x20-\x7e]{1,200}$/

async function count(database: Database, now: Date, tickets: RateTicket[]): Promise<RateVerdict[]> {
  const startedAt = new Date(Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS)
  const asked = new Map<string, number>()
  for (const { caller } of tickets) asked.set(caller, (asked.get(caller) ?? 0) + 1)
  const items = JSON.stringify([...asked].sort().map(([caller, requests]) => ({ caller, requests })))
  const rows = await database.$queryRaw<{ caller: string; count: number }[]>`
    INSERT INTO facilitator_rate_windows AS w (caller, started_at, count)
    SELECT i.caller, ${startedAt}::timestamptz, i.requests
    FROM jsonb_to_recordset(${items}::jsonb) AS i(caller text, requests int)
    ON CONFLICT (caller, started_at) DO UPDATE SET count = w.count + EXCLUDED.count
    RETURNING caller, count`
  const used = new Map(rows.map((row) => [row.caller, row.count - (asked.get(row.caller) ?? 0)]))
  const retryAfterSeconds = Math.max(1, Math.ceil((startedAt.getTime() + WINDOW_MS - now.getTime()) / 1_000))
  return tickets.map(({ caller, requestsPerSecond }) => {
    const place = (used.get(caller) ?? 0) + 1
    used.set(caller, place)
    return place > (requestsPerSecond * WINDOW_MS) / 1_000 ? { retryAfterSeconds } : null
  })
}

export async function purgeRateWindows(database: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * WINDOW_MS)
  await prune(
    (limit) => database.$executeRaw`
      DELETE FROM facilitator_rate_windows WHERE (caller, started_at) IN (
        SELECT caller, started_at FROM facilitator_rate_windows WHERE started_at < ${before}::timestamptz
        ORDER BY started_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`,
  )
}
