import { LRUCache } from 'lru-cache'
import type { Clock } from '@/lib/base/infra/clock'
import { oncePerProcess } from '@/lib/base/infra/once-per-process'

/** Null lets the request pass; else tells how long the caller should stay away. */
export type RateVerdict = { retryAfterSeconds: number } | null

export type RateLimit = (ticket: { caller: string; requestsPerSecond: number }) => RateVerdict

/** Long enough that a short burst does no harm, short enough that a caller waits little. */
const WINDOW_MS = 10_000

/** Callers that are counted at once; the one that was seen longest ago is forgotten. */
const MAX_CALLERS = 100_000

const windows = oncePerProcess(
  'rate windows',
  () => new LRUCache<string, { startedAt: number; count: number }>({ max: MAX_CALLERS }),
)

/** Counts requests per caller in windows of ten seconds, in this process: each instance has its own limit. */
export function createRateLimit(clock: Clock): RateLimit {
  return ({ caller, requestsPerSecond }) => {
    const now = clock().getTime()
    const startedAt = now - (now % WINDOW_MS)
    const known = windows.get(caller)
    const count = known?.startedAt === startedAt ? known.count + 1 : 1
    windows.set(caller, { startedAt, count })
    if (count <= (requestsPerSecond * WINDOW_MS) / 1_000) return null
    return { retryAfterSeconds: Math.max(1, Math.ceil((startedAt + WINDOW_MS - now) / 1_000)) }
  }
}
