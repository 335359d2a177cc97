import type { ServerEnv } from '@/lib/base/infra/env'
import { findNetwork, isTestNetwork, networkName } from '@/lib/base/x402/networks'
import type { FacilitatorPort } from '@/lib/gate/resource-server/ports'

export type SellableNetwork = { id: string; name: string; isTest: boolean; schemes: string[] }

/** Schemes that a route can be priced by; a facilitator may settle more. */
const ROUTE_SCHEMES = ['exact', 'upto', 'batch-settlement']

/** Networks that routes can be priced on here: switched on, and settled by the facilitator. */
export async function listSellableNetworks(
  gate: { ports: { facilitator: Pick<FacilitatorPort, 'supported'> } },
  { rpcUrls }: Pick<ServerEnv, 'rpcUrls'>,
): Promise<SellableNetwork[]> {
  const schemes = new Map<string, string[]>()
  for (const { network, scheme } of (await gate.ports.facilitator.supported()).kinds) {
    if (rpcUrls[network] && findNetwork(network) && ROUTE_SCHEMES.includes(scheme))
      schemes.set(network, [...(schemes.get(network) ?? []), scheme])
  }
  return [...schemes].map(([id, known]) => ({ id, name: networkName(id), isTest: isTestNetwork(id), schemes: known }))
}
