import type { GasPolicy } from './gas-policy'

/** How to reach one network. Every call is tried at each URL in turn, within `rpcTimeoutMs` each. */
export type NetworkConfig = {
  rpcUrls: string[]
  /** Blocks, counting the one with the transaction, before a settlement counts as final. At least 1. */
  confirmations: number
  /** Per call and URL; 10 seconds when absent. */
  rpcTimeoutMs?: number
  /** How often a pending transaction is looked for; 1,000 ms when absent, less on local chains. */
  pollingIntervalMs?: number
  /** How far back event searches go, in EVM blocks; 50,000 when absent. */
  logSearchBlocks?: number
  /** Algorand: an indexer, which keeps rounds that algod has dropped. */
  indexerUrl?: string
  /** What settlements may cost us there; sensible limits for all that is absent. */
  gas?: Partial<GasPolicy>
}

/** Networks by CAIP-2 identifier; one that is not listed is not served. */
export type ChainsConfig = {
  networks: Record<string, NetworkConfig>
  /** Contracts that may deploy a payer's wallet in a settlement (EIP-6492); any when undefined, as we then settle nothing. */
  walletFactories?: readonly string[]
}

export const DEFAULT_RPC_TIMEOUT_MS = 10_000
export const DEFAULT_POLLING_INTERVAL_MS = 1_000
export const DEFAULT_LOG_SEARCH_BLOCKS = 50_000
