import { type Address, erc20Abi, getAddress } from 'viem'
import { type Connector, type CreateConnectorFn, createConfig, http } from 'wagmi'
import { readContract, signMessage, signTypedData, switchChain, writeContract } from 'wagmi/actions'
import { base, type Chain } from 'wagmi/chains'
import { knownChains } from '@/lib/base/chains/evm/known-chains'
import { type ClientEvmAccount, createEvmWallet } from '@/lib/client/evm-wallet'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'
import { siteSetting } from '../site-setting'

const chainIdOf = (network: string): number => Number(network.slice('eip155:'.length))

export type WagmiConfig = ReturnType<typeof createWagmiConfig>

/** The site's own chains, with the wallets that announce themselves by EIP-6963 and these connectors. */
export function createWagmiConfig(connectors: CreateConnectorFn[]) {
  const own = siteSetting('payment-networks')?.split(' ').map(chainIdOf) ?? []
  const [first = base, ...rest] = knownChains.filter(({ id }) => own.includes(id))
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

/** A connected EVM wallet. It pays and signs in only on its current chain, and only with this account. */
export function openEvmWallet(
  config: WagmiConfig,
  { address, chainId, connector }: { address: Address; chainId: number; connector: Connector },
): ConnectedWallet {
  const account = accountOf(config, { address, connector })
  return {
    status: 'connected',
    id: connector.id,
    name: connector.name,
    address,
    isOn: (network) => chainIdOf(network) === chainId,
    switchTo: async (network) => {
      await switchChain(config, { chainId: chainIdOf(network), connector })
    },
    readBalance: (network, asset) =>
      readContract(config, {
        chainId: chainIdOf(network),
        address: getAddress(asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    canSignMessages: true,
    toPayer: async (network) =>
      createEvmWallet({ account, networks: [network], rpcUrls: { [network]: rpcUrlOf(network) } }),
    depositor: account,
    sendTokens: ({ network, asset, to, amountAtomic }) =>
      writeContract(config, {
        account: address,
        connector,
        chainId: chainIdOf(network),
        address: getAddress(asset),
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(to), amountAtomic],
      }),
  }
}

type WagmiTypedData = Parameters<typeof signTypedData>[1]

function accountOf(
  config: WagmiConfig,
  { address, connector }: { address: Address; connector: Connector },
): ClientEvmAccount {
  return {
    address,
    // The SDK types signed data more loosely than wagmi, which checks it again as it is encoded.
    signTypedData: (data) =>
      signTypedData(config, { ...data, account: address, connector } as unknown as WagmiTypedData),
    signMessage: ({ message }) => signMessage(config, { account: address, connector, message }),
  }
}
