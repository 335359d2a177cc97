import { connectorsForWallets } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { createConfig, http } from 'wagmi'
import { base, baseSepolia, type Chain } from 'wagmi/chains'
import { rpcUrlOf } from '../browser-wallet'

const known: readonly Chain[] = [base, baseSepolia]

/** The chain id of a CAIP-2 network such as `eip155:8453`. */
export const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))

export type WagmiConfig = NonNullable<ReturnType<typeof createWagmiConfig>>

/**
 * Wallets that live in this browser, announced by EIP-6963 or injected; no relay and no account of ours elsewhere.
 * `groupName` is what the dialog calls the injected one's group.
 * Null where none of the networks is one that they are known to have.
 */
export function createWagmiConfig(networks: string[], groupName: string) {
  const [first, ...rest] = known.filter(({ id }) => networks.some((network) => chainIdOf(network) === id))
  if (!first) return null
  const chains: [Chain, ...Chain[]] = [first, ...rest]
  return createConfig({
    chains,
    // Announced wallets come by themselves; one that is only injected is offered where there is one.
    connectors:
      'ethereum' in window
        ? connectorsForWallets([{ groupName, wallets: [injectedWallet] }], {
            appName: document.querySelector<HTMLMetaElement>('meta[name=application-name]')?.content ?? location.host,
            // Only WalletConnect reads it, and that is not offered.
            projectId: 'none',
          })
        : [],
    multiInjectedProviderDiscovery: true,
    // Otherwise wagmi resets its connections during each render of its provider.
    ssr: true,
    // Our proxy passes on calls to the asset itself, one at a time.
    batch: { multicall: false },
    transports: Object.fromEntries(chains.map(({ id }) => [id, http(rpcUrlOf(`eip155:${id}`))])),
  })
}
