import { LRUCache } from 'lru-cache'
import type { Database } from '@/lib/base/infra/database'

/** Caches results of reading a database: at most `most` of them, each for `ms`. Callers at one moment share
 * one reading; an empty result or a failure is not kept. */
export function keepFor<T extends NonNullable<unknown>>(
  { ms, most = 1 }: { ms: number; most?: number },
  isEmpty: (found: T) => boolean = () => false,
) {
  const kept = new WeakMap<Database, LRUCache<string, Promise<T>>>()
  return async (database: Database, key: string, find: () => Promise<T>): Promise<T> => {
    const cache = kept.get(database) ?? new LRUCache<string, Promise<T>>({ max: most, ttl: ms })
    kept.set(database, cache)
    const before = cache.get(key)
    if (before !== undefined) return before
    const finding = find()
    cache.set(key, finding)
    const drop = () => void (cache.peek(key) === finding && cache.delete(key))
    try {
      const found = await finding
      if (isEmpty(found)) drop()
      return found
    } catch (error) {
      drop()
      throw error
    }
  }
}
