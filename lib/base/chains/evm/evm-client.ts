import {
  type Address,
  BaseError,
  createPublicClient,
  fallback,
  HttpRequestError,
  InternalRpcError,
  LimitExceededRpcError,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { Authorization, AuthorizationTruth } from '../authorization'
import { DEFAULT_POLLING_INTERVAL_MS, DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'
import { QUORUM_NODES } from '../quorum'
import { evmTransport } from './json-rpc'
import { knownChains } from './known-chains'
import { chainIdOf } from './payment-digest'

/** A client that tries the network's RPC URLs in turn, each within its time limit. */
export function createEvmClient(network: string, config: NetworkConfig): PublicClient {
  const timeout = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const chainId = chainIdOf(network)
  const client = createPublicClient({
    chain: knownChains.find((chain) => chain.id === chainId),
    pollingInterval: config.pollingIntervalMs ?? DEFAULT_POLLING_INTERVAL_MS,
    transport: fallback(
      config.rpcUrls.map((url) => evmTransport(url, timeout)),
      { retryCount: 0 },
    ),
  })
  return client as PublicClient // Base's extra transaction types are not used.
}

/** Clients whose answers count separately: one per URL from `QUORUM_NODES` URLs on, else one for all. */
export function createEvmNodes(network: string, config: NetworkConfig): PublicClient[] {
  if (config.rpcUrls.length < QUORUM_NODES) return [createEvmClient(network, config)]
  return config.rpcUrls.map((url) => createEvmClient(network, { ...config, rpcUrls: [url] }))
}

/**
 * Runs a read and tells a silent RPC from an answer: when no endpoint answered, the failure is an
 * `RpcUnreachableError`; what the chain itself refuses (a revert) comes through unchanged.
 */
export async function readEvm<T>(network: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof BaseError && error.walk(isTransportError) !== null && !hasRunOutOfGas(error)) {
      throw new RpcUnreachableError(network, { cause: error })
    }
    throw error
  }
}

/** A node in trouble says as little about the chain as a silent one. */
function isTransportError(error: unknown): boolean {
  return (
    error instanceof HttpRequestError ||
    error instanceof TimeoutError ||
    error instanceof LimitExceededRpcError ||
    error instanceof InternalRpcError
  )
}

/** True where the node ran the call and its gas did not suffice, which nodes tell as a failure of theirs, not as a revert. */
export const hasRunOutOfGas = (error: BaseError): boolean => /out ?of ?gas/i.test(error.details)

/** True if the address has code, a delegation (EIP-7702) included. Throws `RpcUnreachableError`. */
export async function hasCode(client: PublicClient, network: string, address: string): Promise<boolean> {
  const code = await readEvm(network, () => client.getCode({ address: address as Address })) // viem refuses invalid addresses.
  return code !== undefined && code !== '0x'
}

/** The chain's newest block, and the time of its newest final block. */
export type ChainPosition = { headNumber: bigint; finalTime: Date; confirmations: number }

export async function readChainPosition(
  client: PublicClient,
  network: string,
  confirmations: number,
): Promise<ChainPosition> {
  const head = await readEvm(network, () => client.getBlock())
  const finalNumber = head.number - BigInt(confirmations) + 1n
  const final =
    confirmations === 1
      ? head
      : await readEvm(network, () => client.getBlock({ blockNumber: finalNumber > 0n ? finalNumber : 0n }))
  return { headNumber: head.number, finalTime: new Date(Number(final.timestamp) * 1_000), confirmations }
}

/** For an authorization that is not used at the head: `expired` once a final block is past its end. */
export function unusedTruth({ validBefore }: Authorization, { finalTime }: ChainPosition): AuthorizationTruth {
  return { state: validBefore !== null && finalTime >= validBefore ? 'expired' : 'unused' }
}

/** True if enough blocks stand on the one with that number, itself included. */
export function isFinal(blockNumber: bigint, { headNumber, confirmations }: ChainPosition): boolean {
  return headNumber - blockNumber + 1n >= BigInt(confirmations)
}

export const awaitingConfirmations: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The transfer is on the chain and waits for confirmations.',
}

export const lateNode: AuthorizationTruth = {
  state: 'unreadable',
  reason: 'The node has not seen a block that is known to be there.',
}
