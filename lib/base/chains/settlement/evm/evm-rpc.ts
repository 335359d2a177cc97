import { createPublicClient, fallback, type PublicClient } from 'viem'
import type { NetworkConfig } from '@/lib/base/chains/config'
import { DEFAULT_POLLING_INTERVAL_MS, DEFAULT_RPC_TIMEOUT_MS } from '@/lib/base/chains/config'
import { evmTransport } from '@/lib/base/chains/evm/json-rpc'
import { createHeadWatch } from './head-watch'
import { createSynchronousSend, type SynchronousSend } from './send-raw-transaction'

/** Access to one EVM network: `client` tries the URLs in turn, `nodes` are the same URLs one by one. */
export type EvmRpc = {
  client: PublicClient
  nodes: PublicClient[]
  synchronous: SynchronousSend
  /** Resolves when it is worth looking again for a sent transaction. */
  untilNextBlock: () => Promise<void>
  confirmations: number
  pollIntervalMs: number
}

export function createEvmRpc(config: NetworkConfig): EvmRpc {
  const { confirmations, rpcUrls, pollingIntervalMs: pollIntervalMs = DEFAULT_POLLING_INTERVAL_MS } = config
  const timeout = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const transports = rpcUrls.map((url) => evmTransport(url, timeout, { isBatching: true }))
  const client = createPublicClient({
    transport: fallback(transports, { retryCount: 1, retryDelay: 50 }),
    cacheTime: 0,
  })
  return {
    client,
    nodes: transports.map((transport) => createPublicClient({ transport, cacheTime: 0 })),
    synchronous: createSynchronousSend(),
    untilNextBlock: createHeadWatch(() => client.getBlockNumber({ cacheTime: 0 }), pollIntervalMs),
    confirmations,
    pollIntervalMs,
  }
}
