import { createRateLimit, type RateVerdict, surfaceLimits } from '@/lib/base/http/limits'
import type { Clock } from '@/lib/base/infra/clock'
import { isLoopbackAddress } from '@/lib/base/infra/safe-fetch'
import type { DiscoveryEndpoint } from '../ports'

/** Endpoints that ask resources, or the database to write. */
const asking: readonly DiscoveryEndpoint[] = ['preflight', 'probe', 'validate', 'owner']

/** Requests per second of one address, counted over ten seconds. */
const { readsPerSecond: read, asksPerSecond: ask } = surfaceLimits.discovery
const limits = { read, ask }
const limitsInDemo = { read: 50, ask: 10 }

/**
 * Limits how often one address may read and ask of the catalog, over HTTP and MCP together, in each instance. In
 * the demo this machine reads without limit, since all visitors share its address.
 */
export function createDiscoveryTurns(parts: { clock: Clock; isDemo: boolean }) {
  const take = createRateLimit(parts.clock)
  return async (caller: string, endpoint: DiscoveryEndpoint): Promise<RateVerdict> => {
    const group = asking.includes(endpoint) ? 'ask' : 'read'
    if (parts.isDemo && group !== 'ask' && isLoopbackAddress(caller)) return null
    const requestsPerSecond = (parts.isDemo ? limitsInDemo : limits)[group]
    return take({ caller: `discovery ${group}:${caller}`, requestsPerSecond })
  }
}
