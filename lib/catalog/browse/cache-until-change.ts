import { LRUCache } from 'lru-cache'
import type { Database } from '@/lib/infra/database'

const KEEP_MS = 60_000
const MOST_KEPT = 500

/**
 * Makes what counts something over the whole catalog, or repeats what was counted with the same parameters until the
 * catalog has news. News does not tell of a change of tags alone, which is seen after a minute.
 */
export function cacheUntilChange<T extends NonNullable<unknown>>() {
  const kept = new WeakMap<Database, LRUCache<string, T>>()
  return async (database: Database, parameters: object, count: () => Promise<T>): Promise<T> => {
    const cache = kept.get(database) ?? new LRUCache<string, T>({ max: MOST_KEPT, ttl: KEEP_MS })
    kept.set(database, cache)
    const [news] = await database.$queryRaw<{ last: bigint | null }[]>`select max(id) as last from catalog_events`
    const key = JSON.stringify([String(news?.last), parameters])
    const before = cache.get(key)
    if (before !== undefined) return before
    const counted = await count()
    cache.set(key, counted)
    return counted
  }
}
