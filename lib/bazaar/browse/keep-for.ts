import { LRUCache } from 'lru-cache'
import type { Database } from '@/lib/base/infra/database'

/** Caches results of reading a database: at most `most` of them, each for `ms`. An empty result is not kept. */
export function keepFor<T extends NonNullable<unknown>>(
  { ms, most = 1 }: { ms: number; most?: number },
  isEmpty: (found: T) => boolean = () => false,
) {
  const kept = new WeakMap<Database, LRUCache<string, T>>()
  return async (database: Database, key: string, find: () => Promise<T>): Promise<T> => {
    const cache = kept.get(database) ?? new LRUCache<string, T>({ max: most, ttl: ms })
    kept.set(database, cache)
    const before = cache.get(key)
    if (before !== undefined) return before
    const found = await find()
    if (!isEmpty(found)) cache.set(key, found)
    return found
  }
}
