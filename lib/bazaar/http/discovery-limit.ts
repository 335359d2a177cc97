import { createRateLimit, type RateVerdict, surfaceLimits } from '@/lib/base/http/limits'
import type { Clock } from '@/lib/base/infra/clock'
import { isLoopbackAddress } from '@/lib/base/infra/safe-fetch'
import type { DiscoveryEndpoint } from '../ports'

type Group = 'read' | 'ask'

const groups: Record<DiscoveryEndpoint, Group> = {
  resources: 'read',
  search: 'read',
  merchant: 'read',
  preflight: 'ask',
  probe: 'ask',
  validate: 'ask',
  owner: 'ask',
}

/** Requests per second of one address, counted over ten seconds. */
const limits: Record<Group, number> = {
  read: surfaceLimits.discovery.readsPerSecond,
  ask: surfaceLimits.discovery.asksPerSecond,
}
const limitsInDemo: Record<Group, number> = { read: 50, ask: 10 }

/**
 * Limits how often one address may read and ask of the catalog, over HTTP and MCP together, in each instance. In
 * the demo this machine reads without limit, since all visitors share its address.
 */
export function createDiscoveryTurns(parts: { clock: Clock; isDemo: boolean }) {
  const take = createRateLimit(parts.clock)
  return async (caller: string, endpoint: DiscoveryEndpoint): Promise<RateVerdict> => {
    const group = groups[endpoint]
    if (parts.isDemo && group !== 'ask' && isLoopbackAddress(caller)) return null
    const requestsPerSecond = (parts.isDemo ? limitsInDemo : limits)[group]
    return take({ caller: `discovery ${group}:${caller}`, requestsPerSecond })
  }
}
