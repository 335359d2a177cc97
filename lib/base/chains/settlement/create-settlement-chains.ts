import { createFacilitatorSchemes } from '@/lib/base/chains/facilitator/facilitator-schemes'
import type { GasWallets } from '@/lib/base/chains/facilitator/gas-wallets'
import { addressIdentity } from '@/lib/base/x402/addresses'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { assetOf } from '../assets'
import type { Chains } from '../chains'
import { createAvmSettlementChain } from './avm/create-avm-settlement-chain'
import { createEvmSettlementChain } from './evm/create-evm-settlement-chain'
import type { SettledScheme } from './evm/payment-kind'
import type { SettlementChain } from './settlement-chain'
import { createSvmSettlementChain } from './svm/create-svm-settlement-chain'

export type SettlementChainsOptions = {
  findAuthorization: Chains['findAuthorization']
  furtherAssets?: readonly { network: string; address: string }[]
  now?: () => Date
  /** How schemes of the EVM networks beyond `exact` and `upto` are settled. */
  further?: readonly SettledScheme[]
}

/** The networks that can be settled on: those that are configured, with an asset and a wallet that pays for gas. */
export function createSettlementChains(
  chains: Chains,
  wallets: GasWallets,
  { findAuthorization, furtherAssets = [], further = [], now = () => new Date() }: SettlementChainsOptions,
): SettlementChain[] {
  const schemes = createFacilitatorSchemes(chains, wallets, further)
  return chains.networks.flatMap((network) => {
    const others = furtherAssets.filter((asset) => asset.network === network)
    const known = [assetOf(network) ?? [], others].flat()
    if (known.length === 0) return []
    const assets = known.map(({ address }) => addressIdentity(network, address))
    const shared = { network, assets, chains, schemes, findAuthorization }
    const { receiverAuthorizers, evm, svm, avm } = wallets
    const families: Record<Family, () => SettlementChain> = {
      evm: () => createEvmSettlementChain({ ...shared, wallets: evm, receiverAuthorizers, further, now }),
      svm: () => createSvmSettlementChain({ ...shared, wallets: svm }),
      avm: () => createAvmSettlementChain({ ...shared, wallets: avm }),
    }
    const family = familyOf(network)
    const isAble = family && wallets[family].length > 0 && (family !== 'evm' || receiverAuthorizers.length > 0)
    return isAble ? [families[family]()] : []
  })
}
