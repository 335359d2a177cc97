import { familyOf } from '@/lib/x402/networks'
import type { Chains } from '../chains'
import { createFacilitatorSchemes, type SchemesOptions } from '@/lib/chains/facilitator/facilitator-schemes'
import type { GasWallets } from '@/lib/chains/facilitator/gas-wallets'
import { createAvmSettlementChain } from './avm/create-avm-settlement-chain'
import { createEvmSettlementChain } from './evm/create-evm-settlement-chain'
import type { SettlementChain } from './settlement-chain'
import { createSvmSettlementChain } from './svm/create-svm-settlement-chain'

export type SettlementChainsOptions = SchemesOptions & {
  findAuthorization: Chains['findAuthorization']
  now?: () => Date
}

/** The networks that can be settled on: those that are configured and have a wallet that pays for gas. */
export function createSettlementChains(
  chains: Chains,
  wallets: GasWallets,
  { findAuthorization, now = () => new Date(), ...options }: SettlementChainsOptions,
): SettlementChain[] {
  const schemes = createFacilitatorSchemes(chains, wallets, options)
  return chains.networks.flatMap((network) => {
    const shared = { network, chains, schemes, findAuthorization }
    const family = familyOf(network)
    if (family === 'evm' && wallets.evm.length > 0) {
      return [createEvmSettlementChain({ ...shared, wallets: wallets.evm, now })]
    }
    if (family === 'svm' && wallets.svm.length > 0)
      return [createSvmSettlementChain({ ...shared, wallets: wallets.svm })]
    if (family === 'avm' && wallets.avm.length > 0) {
      return [createAvmSettlementChain({ ...shared, wallets: wallets.avm })]
    }
    return []
  })
}
