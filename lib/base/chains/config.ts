import type { GasPolicy } from './gas-policy'

/** Access to one network. Every call is tried at each URL in turn, within `rpcTimeoutMs` each. */
export type NetworkConfig = {
  rpcUrls: string[]
  /** Blocks, counting the one with the transaction, before a settlement counts as final. At least 1. */
  confirmations: number
  /** Per call and URL; 10 seconds when absent. */
  rpcTimeoutMs?: number
  /** Pause between two looks for a pending transaction; 1,000 ms when absent, less on local chains. */
  pollingIntervalMs?: number
  /** Range of event searches, in EVM blocks back from the head; 50,000 when absent. */
  logSearchBlocks?: number
  /** Algorand: an indexer, which keeps rounds that algod has dropped. */
  indexerUrl?: string
  /** Limits on what settlements may cost us there; sensible limits for all that is absent. */
  gas?: Partial<GasPolicy>
}

/** Networks by CAIP-2 identifier; one that is not listed is not served. */
export type ChainsConfig = {
  networks: Record<string, NetworkConfig>
  /** Contracts that may deploy a payer's wallet (EIP-6492); any when undefined, as we then settle nothing. */
  walletFactories?: readonly string[]
}

export const DEFAULT_RPC_TIMEOUT_MS = 10_000
export const DEFAULT_POLLING_INTERVAL_MS = 1_000
export const DEFAULT_LOG_SEARCH_BLOCKS = 50_000
