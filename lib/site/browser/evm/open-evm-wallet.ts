import {
  type Address,
  type Chain,
  createPublicClient,
  createWalletClient,
  custom,
  erc20Abi,
  getAddress,
  http,
  type WalletClient,
} from 'viem'
import { base, baseSepolia } from 'viem/chains'
import { createEvmWallet, type EvmAccount } from '@/lib/client/evm-wallet'
import { orderlyProvider } from '../border/orderly-provider'
import { type ConnectedWallet, type Connecting, rpcUrlOf } from '../browser-wallet'
import { askAccount } from './ask-account'
import type { EvmProvider } from './evm-provider'

type Opening = Pick<Connecting, 'isKnown' | 'onChange'> & { name: string; provider: EvmProvider }

/** Connects an EVM wallet and follows its account and chain. It pays and signs in only on its current chain. */
export async function openEvmWallet({ name, provider: foreign, isKnown, onChange }: Opening): Promise<ConnectedWallet> {
  const provider = orderlyProvider(foreign)
  let address = await askAccount(provider, { isKnown })
  let chainId = Number(await provider.request({ method: 'eth_chainId' }))
  const present = () =>
    connectedWallet({
      name,
      address,
      chainId,
      provider,
      onSwitched: (id) => {
        chainId = id
        onChange(present())
      },
    })
  provider.on?.('accountsChanged', (accounts) => {
    const [next] = accounts as Address[] // By EIP-1193.
    if (!next) return onChange(null)
    address = getAddress(next)
    onChange(present())
  })
  provider.on?.('chainChanged', (id) => {
    chainId = Number(id)
    onChange(present())
  })
  provider.on?.('disconnect', (error) => {
    // The wallet looks for its network, and will find it.
    if ((error as { code?: unknown } | undefined)?.code !== TRY_AGAIN_LATER) onChange(null) // By EIP-1193.
  })
  return present()
}

const TRY_AGAIN_LATER = 1013

type Session = {
  name: string
  address: Address
  chainId: number
  provider: EvmProvider
  onSwitched: (chainId: number) => void
}

function connectedWallet({ name, address, chainId, provider, onSwitched }: Session): ConnectedWallet {
  const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) })
  const account = accountOf(client, address)
  return {
    status: 'connected',
    name,
    address,
    isOn: (network) => network === `eip155:${chainId}`,
    switchTo: async (network) => {
      const chain = chainOf(network)
      await switchChain(client, chain)
      onSwitched(chain.id)
    },
    readBalance: (network, asset) => {
      const chain = chainOf(network)
      return createPublicClient({ chain, transport: http(rpcUrlOf(network)) }).readContract({
        address: getAddress(asset),
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      })
    },
    canSignMessages: true,
    toPayer: async (network) =>
      createEvmWallet({ account, networks: [network], rpcUrls: { [network]: rpcUrlOf(network) } }),
    depositor: account,
    sendTokens: ({ network, asset, to, amountAtomic }) =>
      client.writeContract({
        account: address,
        chain: chainOf(network),
        address: getAddress(asset),
        abi: erc20Abi,
        functionName: 'transfer',
        args: [getAddress(to), amountAtomic],
      }),
  }
}

/** A wallet that does not know the chain is told of it first, as EIP-3085 describes. */
async function switchChain(client: WalletClient, chain: Chain): Promise<void> {
  try {
    await client.switchChain({ id: chain.id })
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNKNOWN_CHAIN) throw error // viem gives the wallet's code.
    await client.addChain({ chain })
    await client.switchChain({ id: chain.id })
  }
}

const UNKNOWN_CHAIN = 4902

type TypedData = Parameters<WalletClient['signTypedData']>[0]

function accountOf(client: WalletClient, address: Address): EvmAccount {
  return {
    address,
    // The SDK types signed data more loosely than viem, which checks it again as it is encoded.
    signTypedData: (data) => client.signTypedData({ ...data, account: address } as unknown as TypedData),
    signMessage: ({ message }) => client.signMessage({ account: address, message }),
  }
}

const known: readonly Chain[] = [base, baseSepolia]

/** The chain of a CAIP-2 network such as `eip155:8453`. */
function chainOf(network: string): Chain {
  const chain = known.find(({ id }) => network === `eip155:${id}`)
  if (!chain) throw new Error(`Expected a network that wallets know; got ${network}.`)
  return chain
}
