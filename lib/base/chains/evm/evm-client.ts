import {
  BaseError,
  createPublicClient,
  fallback,
  HttpRequestError,
  InternalRpcError,
  LimitExceededRpcError,
  type PublicClient,
  TimeoutError,
} from 'viem'
import { base, baseSepolia } from 'viem/chains'
import { DEFAULT_POLLING_INTERVAL_MS, DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'
import { QUORUM_NODES } from '../quorum'
import { evmTransport } from './json-rpc'
import { chainIdOf } from './payment-digest'

const knownChains = [base, baseSepolia]

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
    if (error instanceof BaseError && error.walk(isTransportError) !== null) {
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
