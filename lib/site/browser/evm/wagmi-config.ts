import { createConfig, http } from 'wagmi'
import { base, baseSepolia, type Chain } from 'wagmi/chains'
import { rpcUrlOf } from '../browser-wallet'
import { type GroupNames, offeredWallets } from './offered-wallets'

const known: readonly Chain[] = [base, baseSepolia]

/** The chain id of a CAIP-2 network such as `eip155:8453`. */
export const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))

export type WagmiConfig = NonNullable<ReturnType<typeof createWagmiConfig>>

/**
 * Wallets in this browser, announced by EIP-6963 or injected, and where the site has a WalletConnect project id,
 * wallets elsewhere. Null where the wallets are known to have none of the networks.
 * `groups` are the dialog's names for its groups.
 */
export function createWagmiConfig(networks: string[], groups: GroupNames) {
  const [first, ...rest] = known.filter(({ id }) => networks.some((network) => chainIdOf(network) === id))
  if (!first) return null
  const chains: [Chain, ...Chain[]] = [first, ...rest]
  return createConfig({
    chains,
    connectors: offeredWallets(groups),
    multiInjectedProviderDiscovery: true,
    // Otherwise wagmi resets its connections during each render of its provider.
    ssr: true,
    // Our proxy passes on only calls to the asset itself, one at a time.
    batch: { multicall: false },
    transports: Object.fromEntries(chains.map(({ id }) => [id, http(rpcUrlOf(`eip155:${id}`))])),
  })
}
