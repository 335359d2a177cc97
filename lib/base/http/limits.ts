import { LRUCache } from 'lru-cache'
import type { Clock } from '@/lib/base/infra/clock'
import { oncePerProcess } from '@/lib/base/infra/process'

/** Null lets the request pass; else tells how long the caller should stay away. */
export type RateVerdict = { retryAfterSeconds: number } | null

type Ticket = { caller: string; requestsPerSecond: number; atOnce?: number }

/** Long enough that a short burst does no harm. */
const BURST_SECONDS = 10

/** Callers that are counted at once; the one that was seen longest ago is forgotten. */
const MAX_CALLERS = 100_000

const callers = oncePerProcess(
  'rate limits',
  () => new LRUCache<string, { left: number; at: number }>({ max: MAX_CALLERS }),
)

/** In each instance so many at once, and then so many a second. */
export function createRateLimit(clock: Clock) {
  return ({ caller, requestsPerSecond, atOnce = requestsPerSecond * BURST_SECONDS }: Ticket): RateVerdict => {
    const at = clock().getTime()
    const before = callers.get(caller) ?? { left: atOnce, at }
    const left = Math.min(atOnce, before.left + (Math.max(0, at - before.at) / 1_000) * requestsPerSecond)
    callers.set(caller, { left: left < 1 ? left : left - 1, at })
    return left < 1 ? { retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / requestsPerSecond)) } : null
  }
}

/** Places of this process, of which each caller may hold some at a time. */
export function createShares({ total, perCaller }: { total: number; perCaller: number }) {
  const held = new Map<string, number>()
  let taken = 0
  const add = (caller: string, by: 1 | -1) => {
    taken += by
    const count = (held.get(caller) ?? 0) + by
    if (count > 0) held.set(caller, count)
    else held.delete(caller)
  }
  return {
    /** Takes a place before any work begins, and returns a function that gives it back, once; null when none is left. */
    take(caller: string): (() => void) | null {
      if (taken >= total || (held.get(caller) ?? 0) >= perCaller) return null
      add(caller, 1)
      let isHeld = true
      return () => {
        if (isHeld) add(caller, -1)
        isHeld = false
      }
    },
  }
}

const KB = 1024
const MB = 1024 * KB

/** Limits by surface: how often one caller may ask in ten seconds, and how much. docs/surfaces.md shows them. */
export const surfaceLimits = {
  /** Pages of one address in each instance: at once, and then a second. A person opens fewer, an office some dozens. */
  pages: { atOnce: 60, requestsPerSecond: 10 },
  /** A paid route without its own limit. */
  gate: { bodyBytes: MB },
  /** Operations of a seller's service that are free, over all shops. */
  freeRoutes: { callsPerSecond: 10, callsAtOnce: 10, allAtOnce: 200 },
  /** A body passed through to a seller's service without being stored, on a paid route that allows it. */
  uploads: { bodyBytes: 2_000_000_000 },
  facilitator: { bodyBytes: 128 * KB },
  discovery: { readsPerSecond: 10, asksPerSecond: 1, bodyBytes: 32 * KB },
  /** A purchase takes two calls, and a careful buyer asks for the terms a few times. */
  relay: { callsPerSecond: 2, callsAtOnce: 3, bodyBytes: 64 * KB, answerBytes: 1_000_000 },
  mcp: { bodyBytes: MB, messages: 20, streams: 20 },
  /** A checkout makes a handful of reads; an office behind one address makes some handfuls. */
  rpc: { callsPerSecond: 25, bodyBytes: 16 * KB, answerBytes: MB },
  sellerApi: { requestsPerSecond: 20, bodyBytes: 3_000_000 },
  files: { bodyBytes: 100 * MB },
  images: { bodyBytes: 10 * MB },
  faucet: { bodyBytes: 4 * KB },
}
