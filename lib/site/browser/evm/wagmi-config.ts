import { type CreateConnectorFn, createConfig, http } from 'wagmi'
import { base, baseSepolia, type Chain } from 'wagmi/chains'
import { rpcUrlOf } from '../browser-wallet'
import { siteSetting } from '../site-setting'

const known: readonly Chain[] = [base, baseSepolia]

export const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))

export type WagmiConfig = ReturnType<typeof createWagmiConfig>

/** The site's own chains, with the wallets that announce themselves by EIP-6963 and these connectors. */
export function createWagmiConfig(connectors: CreateConnectorFn[]) {
  const own = siteSetting('payment-networks')?.split(' ').map(chainIdOf) ?? []
  const [first = base, ...rest] = known.filter(({ id }) => own.includes(id))
  const chains: [Chain, ...Chain[]] = [first, ...rest]
  return createConfig({
    chains,
    connectors,
    multiInjectedProviderDiscovery: true,
    // Our proxy passes on only calls to the asset itself, one at a time.
    batch: { multicall: false },
    transports: Object.fromEntries(chains.map(({ id }) => [id, http(rpcUrlOf(`eip155:${id}`))])),
  })
}
