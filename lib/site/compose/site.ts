import type { ServerEnv } from '@/lib/base/infra/env'
import type { Logger } from '@/lib/base/infra/logger'
import { familyOf, knownNetworks } from '@/lib/base/x402/networks'
import type { Site } from '@/lib/gate/resource-server/paid-route'
import { type FacilitatorPort, isOutage } from '@/lib/gate/resource-server/ports'
import { watchSupported } from '@/lib/gate/resource-server/supported-watch'

/**
 * The site's own terms from the environment, on its own networks and limited to the facilitator's: others settle test
 * networks too, whose money is worth nothing. Until the facilitator has answered once, `priced` fails as unreachable,
 * and each such call asks it again.
 */
export async function openSite(
  env: Pick<ServerEnv, 'payTo' | 'rpcUrls'>,
  facilitator: Pick<FacilitatorPort, 'supported'>,
  log: Pick<Logger, 'error'>,
): Promise<Site> {
  const networks = knownNetworks.filter(({ id }) => env.rpcUrls[id] !== undefined)
  const watch = watchSupported(facilitator)
  await watch.look().catch((error: unknown) => {
    if (!isOutage(error)) throw error
    log.error({ err: error }, 'The facilitator does not answer; nothing is sold until it does')
  })
  const offers = (scheme: string, network: string) =>
    watch.get().kinds.some((kind) => kind.scheme === scheme && kind.network === network)
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
