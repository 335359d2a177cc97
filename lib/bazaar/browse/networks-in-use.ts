import type { Database } from '@/lib/base/infra/database'
import { matchesNetworkPattern } from '@/lib/base/x402/networks'
import { keepFor } from './keep-for'

const keep = keepFor<ReadonlySet<string>>({ ms: 30_000 }, (networks) => networks.size === 0)

/** Networks that listed entries accept. Cached for half a minute: a network that is missing is new. */
export const acceptedNetworks = (database: Database): Promise<ReadonlySet<string>> =>
  keep(database, 'networks', async () => {
    const rows = await database.$queryRaw<{ network: string }[]>`
      WITH RECURSIVE found AS (
        (SELECT network FROM catalog_payment_options ORDER BY network LIMIT 1)
        UNION ALL
        SELECT (SELECT option.network FROM catalog_payment_options option WHERE option.network > found.network ORDER BY option.network LIMIT 1)
        FROM found WHERE found.network IS NOT NULL
      ) SELECT network FROM found WHERE network IS NOT NULL`
    return new Set(rows.map((row) => row.network))
  })

/** Replaces patterns such as `solana:*` by the identifiers in use; others stay, even when no entry accepts them. */
export function resolveNetworks(patterns: string[], accepted: ReadonlySet<string>): string[] {
  return patterns.flatMap((pattern) => {
    const found = [...accepted].filter((network) => matchesNetworkPattern(network, pattern))
    return found.length > 0 ? found : [pattern]
  })
}
