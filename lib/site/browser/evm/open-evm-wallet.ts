import { type Address, erc20Abi, getAddress } from 'viem'
import type { Connector } from 'wagmi'
import { disconnect, readContract, signMessage, signTypedData, switchChain, writeContract } from 'wagmi/actions'
import { createEvmWallet, type EvmAccount } from '@/lib/client/evm-wallet'
import { type ConnectedWallet, rpcUrlOf } from '../browser-wallet'
import { chainIdOf, type WagmiConfig } from './wagmi-config'

/** A connected EVM wallet. It pays and signs in only on its current chain. */
export function openEvmWallet(
  config: WagmiConfig,
  { address, chainId, connector }: { address: Address; chainId: number; connector: Connector },
): ConnectedWallet {
  return {
    status: 'connected',
    name: connector.name,
    address,
    isOn: (network) => chainIdOf(network) === chainId,
    switchTo: async (network) => {
      await switchChain(config, { chainId: chainIdOf(network) })
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
      createEvmWallet({
        account: accountOf(config, address),
        networks: [network],
        rpcUrls: { [network]: rpcUrlOf(network) },
      }),
    depositor: accountOf(config, address),
    sendTokens: ({ network, asset, to, amountAtomic }) =>
      writeContract(config, {
        account: address,
        chainId: chainIdOf(network),
        address: getAddress(asset),
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(to), amountAtomic],
      }),
    disconnect: () => disconnect(config),
  }
}

type TypedData = Parameters<typeof signTypedData>[1]

function accountOf(config: WagmiConfig, address: Address): EvmAccount {
  return {
    address,
    // The SDK types signed data more loosely than wagmi, which checks it again as it is encoded.
    signTypedData: (data) => signTypedData(config, { ...data, account: address } as unknown as TypedData),
    signMessage: ({ message }) => signMessage(config, { account: address, message }),
  }
}
