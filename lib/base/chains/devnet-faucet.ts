import { randomBytes } from 'node:crypto'
import { isValidAddress } from '@algorandfoundation/algokit-utils/common'
import { isAddress as isSvmAddress } from '@solana/kit'
import { createTestClient, getAddress, http, isAddress, parseAbi, parseEther, publicActions, walletActions } from 'viem'
import { base, baseSepolia } from 'viem/chains'
import { DomainError } from '@/lib/base/infra/domain-error'
import { ALGORAND_TESTNET, BASE_SEPOLIA, findNetwork, SOLANA_DEVNET } from '@/lib/base/x402/networks'
import { assetOf } from './assets'

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
 * Fails for a network that has no local node, a malformed address or amount.
 */
export async function fundDevnetWallet(
  rpcUrls: Readonly<Record<string, string>>,
  { network, address, amountAtomic = DEFAULT_AMOUNT_ATOMIC, includesGas = true }: FundRequest,
): Promise<FundReceipt> {
  const known = findNetwork(network)
  const rpcUrl = Object.hasOwn(rpcUrls, network) ? rpcUrls[network] : undefined
  if (known === null || rpcUrl === undefined) {
    const offered = Object.keys(rpcUrls).join(', ')
    throw new DomainError('FAUCET_NETWORK_UNKNOWN', `The faucet serves ${offered}; got "${network.slice(0, 64)}".`)
  }
  if (amountAtomic < 0n || amountAtomic > MAX_AMOUNT_ATOMIC) {
    throw new DomainError('FAUCET_AMOUNT_INVALID', `The faucet gives 0 to ${MAX_AMOUNT_ATOMIC} atomic units at once.`)
  }
  const order = { rpcUrl, network, address, amountAtomic, includesGas }
  const { name, isAddressOf, fund } = families[known.family]
  if (!isAddressOf(address)) throw new DomainError('FAUCET_ADDRESS_INVALID', `That is not an address of ${name}.`)
  const transaction = await fund(order).catch((cause: unknown) => {
    const message = 'The local node did not carry out the order; is the devnet running?'
    throw new DomainError('FAUCET_UNAVAILABLE', message, { cause })
  })
  return { network, address, amountAtomic, transaction }
}

/** The networks that have a local node, by the addresses of those nodes. */
export function devnetRpcUrls(nodes: { evmRpcUrl: string; svmRpcUrl: string; avmUrl: string }): Record<string, string> {
  return {
    [BASE_SEPOLIA]: nodes.evmRpcUrl,
    [SOLANA_DEVNET]: nodes.svmRpcUrl,
    [ALGORAND_TESTNET]: nodes.avmUrl,
  }
}

const GAS_GIVEN_MICRO_ALGOS = 10_000_000n
/** Keeps the account and its opt-in alive (0.1 ALGO each), with nothing left to pay fees from. */
const MINIMUM_MICRO_ALGOS = 200_000n

/** Gives ALGO and USDC, with the opt-in, in the Algorand emulator; there is no transaction to name. */
async function fundAvmWallet({ rpcUrl, address, amountAtomic, includesGas }: FaucetOrder): Promise<null> {
  const microAlgos = includesGas ? GAS_GIVEN_MICRO_ALGOS : MINIMUM_MICRO_ALGOS
  const order = { address, microAlgos: String(microAlgos), usdcAtomic: String(amountAtomic) }
  const response = await post(new URL('/devnet/fund', rpcUrl), order)
  if (!response.ok) throw new Error(`The emulator answered ${response.status}: ${await response.text()}`)
  return null
}

const GAS_FLOOR_LAMPORTS = 1_000_000_000
const GAS_GIVEN_LAMPORTS = 10_000_000_000

/** Opens the wallet's USDC account and mints to it on the local Solana node, with SOL when it holds less than 1. */
async function fundSvmWallet({ rpcUrl, address, amountAtomic, includesGas }: FaucetOrder): Promise<string> {
  if (includesGas) {
    const { value } = (await callRpc(rpcUrl, 'getBalance', [address])) as { value: number }
    if (value < GAS_FLOOR_LAMPORTS) await callRpc(rpcUrl, 'requestAirdrop', [address, GAS_GIVEN_LAMPORTS])
  }
  return String(await callRpc(rpcUrl, 'devnet_fundTokenAccount', [address, amountAtomic.toString()]))
}

// The method is the local node's own, which a typed client does not know.
async function callRpc(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await post(rpcUrl, { jsonrpc: '2.0', id: 1, method, params })
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

const post = (url: string | URL, body: object): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })

const gasFloor = parseEther('1')
const gasGiven = parseEther('10')
const minterGas = parseEther('0.1')
const mintAbi = parseAbi(['function mint(address to, uint256 value) returns (bool)'])

/** Mints test USDC on a local anvil and tops up ETH below 1. Returns the mint's transaction, null without one. */
async function fundEvmWallet({ rpcUrl, network, amountAtomic, includesGas, ...order }: FaucetOrder) {
  const address = getAddress(order.address)
  const usdc = assetOf(network)
  if (usdc === null) throw new Error(`No test token is known on ${network}.`)
  const client = createTestClient({
    mode: 'anvil',
    chain: network === 'eip155:8453' ? base : baseSepolia,
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 0 }),
    pollingInterval: 20,
  })
    .extend(publicActions)
    .extend(walletActions)
  const isGasShort = includesGas && (await client.getBalance({ address })) < gasFloor
  if (isGasShort) await client.setBalance({ address, value: gasGiven })
  if (amountAtomic === 0n) return null
  // Each order has its own sender, so that orders at the same time, from any process, never compete for a nonce. Its
  // key is unknown; the local node lets it send anyway.
  const minter = getAddress(`0x${randomBytes(20).toString('hex')}`)
  await client.setBalance({ address: minter, value: minterGas })
  await client.impersonateAccount({ address: minter })
  const hash = await client.writeContract({
    account: minter,
    address: getAddress(usdc.address),
    abi: mintAbi,
    functionName: 'mint',
    args: [address, amountAtomic],
  })
  const { status } = await client.waitForTransactionReceipt({ hash, timeout: 10_000 })
  if (status !== 'success') throw new Error(`The mint ${hash} reverted.`)
  return hash
}

/** One wallet's order, with the address of the local node that will carry it out. */
type FaucetOrder = Required<FundRequest> & { rpcUrl: string }

const families = {
  evm: { name: 'an EVM network', isAddressOf: isAddress, fund: fundEvmWallet },
  svm: { name: 'Solana', isAddressOf: isSvmAddress, fund: fundSvmWallet },
  avm: { name: 'Algorand', isAddressOf: isValidAddress, fund: fundAvmWallet },
} satisfies Record<
  string,
  { name: string; isAddressOf(text: string): boolean; fund(order: FaucetOrder): Promise<string | null> }
>
