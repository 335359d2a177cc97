import { assetOf } from '@/lib/chains/assets'
import { authorizationOf } from '@/lib/chains/authorization-of'
import { buildRequirements } from '@/lib/chains/build-requirements'
import type { Chains } from '@/lib/chains/chains'
import { PayloadError } from '@/lib/chains/errors'
import { declareGasSponsoring } from '@/lib/chains/gas-sponsoring'
import type { ChainsPort } from '@/lib/resource-server/ports'

/** What the gate needs of the chains. */
export function toChainsPort(chains: Chains): ChainsPort {
  return {
    buildRequirements: (option, supported) => buildRequirements({ maxTimeoutSeconds: 60, ...option, supported }),
    decimalsOf: (network) => assetOf(network)?.decimals ?? 6,
    authorizationOf: async (payload, requirements) => {
      try {
        return authorizationOf(payload, requirements)
      } catch (error) {
        if (error instanceof PayloadError) return { reason: error.reason }
        throw error
      }
    },
    checkSignature: (payload, requirements) => chains.checkSignature(payload, requirements),
    findAuthorization: chains.findAuthorization,
    lastHeightOf: chains.lastHeightOf,
    extensionsFor: (accepts) => declareGasSponsoring(accepts),
  }
}
