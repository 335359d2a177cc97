import { type Address, erc20Abi, getAddress } from 'viem'
import type { Connector } from 'wagmi'
import { readContract, signMessage, signTypedData, switchChain, writeContract } from 'wagmi/actions'
import { createEvmWallet, type EvmAccount } from '@/lib/client/evm-wallet'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'
import { chainIdOf, type WagmiConfig } from './wagmi-config'

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

type TypedData = Parameters<typeof signTypedData>[1]

function accountOf(
  config: WagmiConfig,
  { address, connector }: { address: Address; connector: Connector },
): EvmAccount {
  return {
    address,
    // The SDK types signed data more loosely than wagmi, which checks it again as it is encoded.
    signTypedData: (data) => signTypedData(config, { ...data, account: address, connector } as unknown as TypedData),
    signMessage: ({ message }) => signMessage(config, { account: address, connector, message }),
  }
}
