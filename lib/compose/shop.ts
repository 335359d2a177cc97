import type { ServerEnv } from '@/lib/infra/env'
import type { Logger } from '@/lib/infra/logger'
import { type FacilitatorPort, FacilitatorUnreachableError, isOutage } from '@/lib/resource-server/ports'
import { familyOf, knownNetworks } from '@/lib/x402/networks'
import type { Supported } from '@/lib/x402/wire'
import type { Shop } from './protect'

/**
 * The shop that the environment describes, limited to what the facilitator can settle. While the facilitator has not
 * answered once, `priced` fails as unreachable, and each such call has it asked again.
 */
export async function openShop(
  env: Pick<ServerEnv, 'payTo' | 'rpcUrls'>,
  facilitator: Pick<FacilitatorPort, 'supported'>,
  log: Pick<Logger, 'error'>,
): Promise<Shop> {
  const knowledge = await askSupported(facilitator, log)
  const offers = (scheme: string, network: string) =>
    knowledge.get().kinds.some((kind) => kind.scheme === scheme && kind.network === network)
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

async function askSupported(facilitator: Pick<FacilitatorPort, 'supported'>, log: Pick<Logger, 'error'>) {
  let known: Supported | null = null
  let asking: Promise<void> | null = null
  const ask = async () => {
    try {
      known = await facilitator.supported()
    } catch (error) {
      if (!isOutage(error)) throw error
      log.error({ err: error }, 'The facilitator does not answer; nothing is sold until it does')
    } finally {
      asking = null
    }
  }
  await ask()
  return {
    get(): Supported {
      if (known) return known
      asking ??= ask().catch((error: unknown) => log.error({ err: error }, 'The facilitator could not be asked'))
      throw new FacilitatorUnreachableError('The facilitator has not said yet what it settles.')
    },
  }
}
