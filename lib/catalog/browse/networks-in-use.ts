import type { Database } from '@/lib/infra/database'
import { matchesNetworkPattern } from '@/lib/x402/networks'
import { keepFor } from './keep-for'

const keep = keepFor<ReadonlySet<string>>({ ms: 30_000 }, (networks) => networks.size === 0)

/** Networks that any listed entry can be paid on. Kept for half a minute: a network that is missing from it is new. */
export const acceptedNetworks = (database: Database): Promise<ReadonlySet<string>> =>
  keep(database, 'networks', async () => {
    const rows = await database.$queryRaw<{ network: string }[]>`
      with recursive found as (
        (select network from catalog_payment_options order by network limit 1)
        union all
        select (select option.network from catalog_payment_options option where option.network > found.network order by option.network limit 1)
        from found where found.network is not null
      ) select network from found where network is not null`
    return new Set(rows.map((row) => row.network))
  })

/** Patterns such as `solana:*` as the identifiers in use; others stay, also when nobody accepts them. */
export function resolveNetworks(patterns: string[], accepted: ReadonlySet<string>): string[] {
  return patterns.flatMap((pattern) => {
    const found = [...accepted].filter((network) => matchesNetworkPattern(network, pattern))
    return found.length > 0 ? found : [pattern]
  })
}
