import type { ServerEnv } from '@/lib/base/infra/env'
import { findNetwork, isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { isTransfer } from '@/lib/base/x402/payment-option'
import type { Gate } from '@/lib/gate/resource-server/gate'
import type { FacilitatorPort } from '@/lib/gate/resource-server/ports'

export type SellableNetwork = { id: string; name: string; isTest: boolean; schemes: string[] }

/** Networks that routes can be priced on here: switched on, and settled by the facilitator. */
export async function listSellableNetworks(
  gate: Pick<Gate, 'schemes'> & { facilitator: Pick<FacilitatorPort, 'supported'> },
  { rpcUrls }: Pick<ServerEnv, 'rpcUrls'>,
): Promise<SellableNetwork[]> {
  // A facilitator may settle more than a route can be priced by.
  const isOurs = (scheme: string) => isTransfer({ scheme }) || Object.hasOwn(gate.schemes, scheme)
  const schemes = new Map<string, string[]>()
  for (const { network, scheme } of (await gate.facilitator.supported()).kinds) {
    if (rpcUrls[network] && findNetwork(network) && isOurs(scheme))
      schemes.set(network, [...(schemes.get(network) ?? []), scheme])
  }
  return [...schemes].map(([id, known]) => ({ id, name: networkName(id), isTest: isTestNetwork(id), schemes: known }))
}
