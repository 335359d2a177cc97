import type { ServerEnv } from '@/lib/infra/env'
import { familyOf, knownNetworks } from '@/lib/x402/networks'
import type { Supported } from '@/lib/x402/wire'
import type { Shop } from './protect'

/** The shop that the environment describes, limited to what the facilitator can settle. */
export function createShop(env: ServerEnv, supported: Supported): Shop {
  const offers = (scheme: string, network: string) =>
    supported.kinds.some((kind) => kind.scheme === scheme && kind.network === network)
  const payToOf = (network: string) => {
    const family = familyOf(network)
    return family ? env.payTo[family] : undefined
  }
  return {
    priced: (scheme, price) =>
      knownNetworks.flatMap(({ id: network }) => {
        const payTo = payToOf(network)
        return payTo && offers(scheme, network) ? [{ scheme, price, network, payTo }] : []
      }),
    signInNetworks: knownNetworks
      .filter(({ id, family }) => family !== 'avm' && env.rpcUrls[id] !== undefined)
      .map(({ id }) => id),
  }
}
