import { createConfig, http } from 'wagmi'
import { base, baseSepolia, type Chain } from 'wagmi/chains'
import { rpcUrlOf } from '../browser-wallet'
import { type GroupNames, offeredWallets } from './offered-wallets'

const known: readonly Chain[] = [base, baseSepolia]

/** The chain id of a CAIP-2 network such as `eip155:8453`. */
export const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))

export type WagmiConfig = NonNullable<ReturnType<typeof createWagmiConfig>>

/**
 * Wallets that live in this browser, announced by EIP-6963 or injected, and where the site has a project id of
 * WalletConnect, wallets elsewhere. Null where none of the networks is one that they are known to have.
 * `groups` is what the dialog calls theirs.
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
    // Our proxy passes on calls to the asset itself, one at a time.
    batch: { multicall: false },
    transports: Object.fromEntries(chains.map(({ id }) => [id, http(rpcUrlOf(`eip155:${id}`))])),
  })
}
