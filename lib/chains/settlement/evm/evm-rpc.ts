import { createPublicClient, fallback, type PublicClient } from 'viem'
import type { NetworkConfig } from '../../config'
import { DEFAULT_RPC_TIMEOUT_MS } from '../../config'
import { evmTransport } from '../../evm/json-rpc'

/** Access to one EVM network: `client` tries the URLs in turn, `nodes` are the same URLs one by one. */
export type EvmRpc = { client: PublicClient; nodes: PublicClient[]; confirmations: number; pollIntervalMs: number }

export function createEvmRpc(config: NetworkConfig): EvmRpc {
  const timeout = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const transports = config.rpcUrls.map((url) => evmTransport(url, timeout, { isBatching: true }))
  return {
    client: createPublicClient({ transport: fallback(transports, { retryCount: 1, retryDelay: 50 }), cacheTime: 0 }),
    nodes: transports.map((transport) => createPublicClient({ transport, cacheTime: 0 })),
    confirmations: config.confirmations,
    pollIntervalMs: config.pollingIntervalMs ?? 1_000,
  }
}
