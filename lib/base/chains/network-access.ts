import type { PublicClient } from 'viem'
import type { Algod, Indexer } from './avm/algod'
import type { NetworkConfig } from './config'
import type { EvmScheme } from './evm/evm-scheme'
import type { SvmRpc } from './svm/svm-rpc'

/** The clients of the configured networks, made on first use. Each throws for a network that is not configured. */
export type NetworkAccess = {
  /** Schemes of the EVM networks beyond `exact` and `upto`. */
  further: readonly EvmScheme[]
  configOf: (network: string) => NetworkConfig
  evmClient: (network: string) => PublicClient
  svmRpc: (network: string) => SvmRpc
  algod: (network: string) => Algod
  evmNodes: (network: string) => PublicClient[]
  svmNodes: (network: string) => SvmRpc[]
  algodNodes: (network: string) => Algod[]
  indexer: (network: string) => Indexer | null
}
