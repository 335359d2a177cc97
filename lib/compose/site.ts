import type { ServerEnv } from '@/lib/infra/env'
import type { Logger } from '@/lib/infra/logger'
import { askSupported } from '@/lib/resource-server/ask-supported'
import type { Site } from '@/lib/resource-server/paid-route'
import type { FacilitatorPort } from '@/lib/resource-server/ports'
import { familyOf, knownNetworks, withFirst } from '@/lib/x402/networks'

/**
 * The site's own terms from the environment, on its own networks and limited to what the facilitator can settle: others
 * settle test networks too, whose money is worth nothing. While the facilitator has not answered once, `priced` fails as
 * unreachable, and each such call has it asked again.
 */
export async function openSite(
  env: Pick<ServerEnv, 'payTo' | 'rpcUrls'> & { site?: Pick<ServerEnv['site'], 'defaultNetwork'> },
  facilitator: Pick<FacilitatorPort, 'supported'>,
  log: Pick<Logger, 'error'>,
): Promise<Site> {
  const networks = withFirst(knownNetworks, env.site?.defaultNetwork).filter(({ id }) => env.rpcUrls[id] !== undefined)
  const knowledge = await askSupported(facilitator, log)
  const offers = (scheme: string, network: string) =>
    knowledge.get().kinds.some((kind) => kind.scheme === scheme && kind.network === network)
  const payToOf = (network: string) => {
    const family = familyOf(network)
    return family ? env.payTo[family] : undefined
  }
  return {
    priced: (scheme, price) =>
      networks.flatMap(({ id: network }) => {
        const payTo = payToOf(network)
        return payTo && offers(scheme, network) ? [{ scheme, price, network, payTo }] : []
      }),
    signInNetworks: networks.filter(({ family }) => family !== 'avm').map(({ id }) => id),
  }
}
