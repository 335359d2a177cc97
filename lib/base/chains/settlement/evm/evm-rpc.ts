import { setTimeout as sleep } from 'node:timers/promises'
import { createPublicClient, fallback, type PublicClient } from 'viem'
import type { NetworkConfig } from '@/lib/base/chains/config'
import { DEFAULT_POLLING_INTERVAL_MS, DEFAULT_RPC_TIMEOUT_MS } from '@/lib/base/chains/config'
import { evmTransport } from '@/lib/base/chains/evm/json-rpc'
import { within } from '@/lib/base/infra/concurrency'

/** Access to one EVM network: `client` tries the URLs in turn, `nodes` are the same URLs one by one. */
export type EvmRpc = ReturnType<typeof createEvmRpc>

export function createEvmRpc(config: NetworkConfig) {
  const { confirmations, rpcUrls, pollingIntervalMs: pollIntervalMs = DEFAULT_POLLING_INTERVAL_MS } = config
  const timeout = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const transports = rpcUrls.map((url) => evmTransport(url, timeout, { isBatching: true }))
  const client: PublicClient = createPublicClient({
    transport: fallback(transports, { retryCount: 1, retryDelay: 50 }),
    cacheTime: 0,
  })
  return {
    client,
    nodes: transports.map((transport): PublicClient => createPublicClient({ transport, cacheTime: 0 })),
    /** Resolves when it is worth looking again for a sent transaction. */
    untilNextBlock: createHeadWatch(() => client.getBlockNumber({ cacheTime: 0 }), pollIntervalMs),
    confirmations,
    pollIntervalMs,
  }
}

/** Local chains mine at once. */
const SHORTEST_PAUSE_MS = 4

/**
 * Resolves all callers that wait for a network's next block by one shared poll. Also resolves them after a while
 * without a block, as a failure may be over.
 */
export function createHeadWatch(readHead: () => Promise<bigint>, pollIntervalMs: number): () => Promise<void> {
  const pauseMs = Math.max(SHORTEST_PAUSE_MS, pollIntervalMs / 8)
  const waiting: (() => void)[] = []
  let isRunning = false
  let head: bigint | null = null

  async function run() {
    isRunning = true
    let wokenAt = performance.now()
    while (waiting.length > 0) {
      await sleep(pauseMs)
      const seen = await within(2 * pollIntervalMs, readHead()).catch(() => null)
      const isQuiet = performance.now() - wokenAt < 2 * pollIntervalMs
      if (isQuiet && (seen === null || seen === head)) continue
      head = seen ?? head
      wokenAt = performance.now()
      for (const wake of waiting.splice(0)) wake()
      // The resolved callers look, and may wait again.
      await sleep(0)
    }
    isRunning = false
  }

  return () =>
    new Promise((wake) => {
      waiting.push(wake)
      if (!isRunning) void run()
    })
}
