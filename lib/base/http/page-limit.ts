import { LRUCache } from 'lru-cache'
import { isLoopbackAddress } from '@/lib/base/infra/public-address'
import { surfaceLimits } from './surface-limits'

/** Callers that are counted at once; the one that was seen longest ago is forgotten. */
const MAX_CALLERS = 20_000

/** Resolves to the seconds that a caller has to wait for its next page; null where it may have it now. */
export type PageLimit = (caller: string) => number | null

/**
 * Limits how often one address may have a page of this instance: so many at once, and then so many a second. Not for
 * this machine, as which all callers come where a proxy is not counted in TRUSTED_PROXIES.
 */
export function createPageLimit(
  { atOnce, perSecond } = surfaceLimits.pages,
  now: () => number = () => performance.now(),
): PageLimit {
  const callers = new LRUCache<string, { left: number; at: number }>({ max: MAX_CALLERS })
  return (caller) => {
    if (isLoopbackAddress(caller)) return null
    const at = now()
    const known = callers.get(caller)
    const left = known ? Math.min(atOnce, known.left + ((at - known.at) / 1_000) * perSecond) : atOnce
    callers.set(caller, { left: Math.max(left - 1, left < 1 ? left : 0), at })
    return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : null
  }
}
