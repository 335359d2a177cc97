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

/** In each instance so many at once, and then so many a second. */
export function createRateLimit(clock: Clock): RateLimit {
  return ({ caller, requestsPerSecond, atOnce = requestsPerSecond * BURST_SECONDS }) => {
    const at = clock().getTime()
    const before = callers.get(caller) ?? { left: atOnce, at }
    const left = Math.min(atOnce, before.left + (Math.max(0, at - before.at) / 1_000) * requestsPerSecond)
    callers.set(caller, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? { retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / requestsPerSecond)) } : null
  }
}
