import { familyOf } from '@/lib/base/x402/networks'
import { createAlgod, createIndexer } from './avm/algod'
import type { ChainsConfig, NetworkConfig } from './config'
import { createEvmClient, createEvmNodes } from './evm/evm-client'
import type { EvmScheme } from './evm/evm-scheme'
import { createSvmRpc } from './svm/svm-rpc'

/** The clients of the configured networks, made on first use. Each throws for a network that is not configured. */
export type NetworkAccess = ReturnType<typeof createAccess>

/** @param further schemes of the EVM networks beyond `exact` and `upto` */
export function createAccess(config: ChainsConfig, further: readonly EvmScheme[]) {
  const configOf = (network: string) => requireUsable(network, config.networks[network])
  return {
    further,
    configOf,
    evmClient: perNetwork((network) => createEvmClient(network, configOf(network))),
    evmNodes: perNetwork((network) => createEvmNodes(network, configOf(network))),
    svmRpc: perNetwork((network) => createSvmRpc(network, configOf(network))),
    algod: perNetwork((network) => createAlgod(network, configOf(network))),
    svmNodes: perNetwork((network) => eachNode(configOf(network)).map((config) => createSvmRpc(network, config))),
    algodNodes: perNetwork((network) => eachNode(configOf(network)).map((config) => createAlgod(network, config))),
    indexer: (network: string) => createIndexer(network, configOf(network)),
  }
}

const eachNode = (config: NetworkConfig): NetworkConfig[] =>
  config.rpcUrls.map((url) => ({ ...config, rpcUrls: [url] }))

function requireUsable(network: string, config: NetworkConfig | undefined): NetworkConfig {
  if (!config) throw new Error(`Expected a configured network, got ${network}.`)
  if (!familyOf(network)) throw new Error(`Expected an EVM, Solana or Algorand network, got ${network}.`)
  if (config.rpcUrls.length === 0) throw new Error(`Expected at least one RPC URL for ${network}.`)
  if (config.confirmations < 1) throw new Error(`Expected at least one confirmation for ${network}.`)
  return config
}

function perNetwork<T>(make: (network: string) => T): (network: string) => T {
  const made = new Map<string, T>()
  return (network) => {
    const known = made.get(network)
    if (known !== undefined) return known
    const value = make(network)
    made.set(network, value)
    return value
  }
}
