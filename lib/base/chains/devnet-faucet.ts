import { ALGORAND_TESTNET, BASE_SEPOLIA, findNetwork, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { fundAvmWallet } from './devnet-faucet-avm'
import { DevnetFaucetError } from './devnet-faucet-error'
import { fundEvmWallet } from './devnet-faucet-evm'
import { fundSvmWallet } from './devnet-faucet-svm'

export type FundRequest = {
  network: string
  address: string
  /** Test USDC in atomic units; zero only gives gas and opens the token account. */
  amountAtomic?: bigint
  /** Also gives coins for fees; true unless said otherwise. */
  includesGas?: boolean
}

export type FundReceipt = { network: string; address: string; amountAtomic: bigint; transaction: string | null }

const DEFAULT_AMOUNT_ATOMIC = 100_000_000n
const MAX_AMOUNT_ATOMIC = 1_000_000_000_000n

/**
 * Gives a wallet test USDC and what it needs to receive and spend it: ETH; or SOL and a token account; or ALGO and
 * the opt-in. Uses only the RPC URLs, and calls that only the local nodes answer, so that a real network
 * refuses it with `FAUCET_UNAVAILABLE`.
 * Fails with a DevnetFaucetError for a network that has no local node, a malformed address or amount.
 */
export async function fundDevnetWallet(
  rpcUrls: Readonly<Record<string, string>>,
  { network, address, amountAtomic = DEFAULT_AMOUNT_ATOMIC, includesGas = true }: FundRequest,
): Promise<FundReceipt> {
  const known = findNetwork(network)
  const rpcUrl = Object.hasOwn(rpcUrls, network) ? rpcUrls[network] : undefined
  if (known === null || rpcUrl === undefined) {
    const offered = Object.keys(rpcUrls).join(', ')
    throw new DevnetFaucetError(
      'FAUCET_NETWORK_UNKNOWN',
      `The faucet serves ${offered}; got "${network.slice(0, 64)}".`,
    )
  }
  if (amountAtomic < 0n || amountAtomic > MAX_AMOUNT_ATOMIC) {
    throw new DevnetFaucetError(
      'FAUCET_AMOUNT_INVALID',
      `The faucet gives 0 to ${MAX_AMOUNT_ATOMIC} atomic units at once.`,
    )
  }
  const order = { rpcUrl, network, address, amountAtomic, includesGas }
  const fund = { evm: fundEvmWallet, svm: fundSvmWallet, avm: fundAvmWallet }[known.family]
  return { network, address, amountAtomic, transaction: await fund(order) }
}

/** The networks that have a local node, by the addresses of those nodes. */
export function devnetRpcUrls(nodes: { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }): Record<string, string> {
  return {
    [BASE_SEPOLIA]: nodes.evmRpcUrl,
    [SOLANA_DEVNET]: nodes.svmRpcUrl,
    [ALGORAND_TESTNET]: nodes.avmUrl,
  }
}
