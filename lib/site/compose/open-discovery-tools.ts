import type { RateVerdict } from '@/lib/base/http/rate-limit'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import type { Catalog } from '@/lib/bazaar/create-catalog'
import type { RelaySite } from '@/lib/bazaar/http/answer-relay-call'
import { createDiscoveryTurns } from '@/lib/bazaar/http/discovery-limit'
import { createDiscoveryTools } from '@/lib/mcp/discovery-tools'
import type { ToolSource } from '@/lib/mcp/tool'
import { toCatalogPort, toOutboundPort } from './discovery-ports'

/** The discovery tools over the catalog. They share their limits with the same work over HTTP. */
export function openDiscoveryTools(parts: {
  catalog: Catalog
  database: Database
  clock: Clock
  isDemo: boolean
  answerOwn: (request: Request) => Promise<Response>
  relay: Pick<RelaySite, 'takeTurn' | 'callsPerSecond' | 'places'>
}): ToolSource {
  const { catalog, database, relay } = parts
  const takeTurn = createDiscoveryTurns(parts)
  return createDiscoveryTools({
    catalog: toCatalogPort(catalog, database),
    outbound: toOutboundPort(catalog, relay.places, parts.answerOwn),
    countReading: async (caller) => secondsOf(await takeTurn(caller, 'search')),
    countCalling: async (caller) =>
      secondsOf(await relay.takeTurn({ caller: `relay:${caller}`, requestsPerSecond: relay.callsPerSecond })),
  })
}

const secondsOf = (verdict: RateVerdict): number | null => verdict?.retryAfterSeconds ?? null
