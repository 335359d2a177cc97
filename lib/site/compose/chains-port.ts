import { assetOf } from '@/lib/base/chains/assets'
import { buildRequirements } from '@/lib/base/chains/build-requirements'
import type { Chains } from '@/lib/base/chains/chains'
import { orReason } from '@/lib/base/chains/errors'
import { readGasUsed } from '@/lib/base/chains/evm/read-gas-used'
import { declareGasSponsoring } from '@/lib/base/chains/gas-policy'
import { readPayeeFault } from '@/lib/base/chains/payee-fault'
import { readSignedPayment } from '@/lib/base/chains/read-signed-payment'
import type { Logger } from '@/lib/base/infra/logger'
import { createPayeeWatch } from '@/lib/gate/resource-server/payee-watch'
import type { ChainsPort } from '@/lib/gate/resource-server/ports'

export function toChainsPort(chains: Chains, log: Pick<Logger, 'warn'>): ChainsPort {
  return {
    buildRequirements: (option, supported) =>
      buildRequirements({ maxTimeoutSeconds: 60, ...option, supported, further: chains.further }),
    findPayeeFault: createPayeeWatch(
      (payee) => readPayeeFault(chains, payee),
      ({ network, payTo }, fault) =>
        log.warn({ network, payTo, fault }, 'No payment can reach a payee: its option is not offered'),
    ),
    decimalsOf: (network) => assetOf(network)?.decimals ?? 6,
    readPayment: async (payload, requirements) =>
      orReason(() => readSignedPayment(payload, requirements, chains.further)),
    checkSignature: chains.checkSignature,
    findAuthorization: chains.findAuthorization,
    lastHeightOf: chains.lastHeightOf,
    gasUsedBy: async (network, transaction) => readGasUsed(chains, network, transaction),
    extensionsFor: (accepts) => declareGasSponsoring(accepts),
  }
}
