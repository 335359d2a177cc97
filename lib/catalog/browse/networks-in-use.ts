import { LRUCache } from 'lru-cache'
import type { Database } from '@/lib/infra/database'

const KEEP_MS = 30_000
const known = new WeakMap<Database, LRUCache<'networks', Set<string>>>()

/** Networks that any listed entry can be paid on. Kept for half a minute: a network that is missing from it is new. */
export async function acceptedNetworks(database: Database): Promise<ReadonlySet<string>> {
  const cache = known.get(database) ?? new LRUCache<'networks', Set<string>>({ max: 1, ttl: KEEP_MS })
  known.set(database, cache)
  const kept = cache.get('networks')
  if (kept) return kept
  const rows = await database.$queryRaw<{ network: string }[]>`
    with recursive found as (
      (select network from catalog_payment_options order by network limit 1)
      union all
      select (select option.network from catalog_payment_options option where option.network > found.network order by option.network limit 1)
      from found where found.network is not null
    ) select network from found where network is not null`
  const networks = new Set(rows.map((row) => row.network))
  if (networks.size > 0) cache.set('networks', networks)
  return networks
}

export const matchesPattern = (pattern: string, network: string): boolean =>
  pattern.endsWith(':*') ? network.startsWith(pattern.slice(0, -1)) : pattern === network

/** Patterns such as `solana:*` as the identifiers in use; others stay, also when nobody accepts them. */
export function resolveNetworks(patterns: string[], accepted: ReadonlySet<string>): string[] {
  return patterns.flatMap((pattern) => {
    if (!pattern.endsWith(':*')) return [pattern]
    const found = [...accepted].filter((network) => matchesPattern(pattern, network))
    return found.length > 0 ? found : [pattern]
  })
}
