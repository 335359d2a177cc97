import { LRUCache } from 'lru-cache'
import type { Clock } from '@/lib/base/infra/clock'
import { oncePerProcess } from '@/lib/base/infra/once-per-process'

/** Null lets the request pass; else tells how long the caller should stay away. */
export type RateVerdict = { retryAfterSeconds: number } | null

export type RateLimit = (ticket: { caller: string; requestsPerSecond: number; atOnce?: number }) => RateVerdict

/** Long enough that a short burst does no harm. */
const BURST_SECONDS = 10

/** Callers that are counted at once; the one that was seen longest ago is forgotten. */
const MAX_CALLERS = 100_000

const callers = oncePerProcess(
  'rate limits',
  () => new LRUCache<string, { left: number; at: number }>({ max: MAX_CALLERS }),
)

/**
 * Limits requests per caller in this process: so many at once, which are those of ten seconds unless said, and then so
 * many a second. Each instance has its own limit.
 */
export function createRateLimit(clock: Clock): RateLimit {
  return ({ caller, requestsPerSecond, atOnce = requestsPerSecond * BURST_SECONDS }) => {
    const at = clock().getTime()
    const known = callers.get(caller)
    const back = known ? (Math.max(0, at - known.at) / 1_000) * requestsPerSecond : 0
    const left = known ? Math.min(atOnce, known.left + back) : atOnce
    callers.set(caller, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? { retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / requestsPerSecond)) } : null
  }
}
