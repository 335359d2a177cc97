import { isAddress } from './addresses'
import { familyOf } from './networks'

/** A wallet from the settings, and the scope of its proof: the keys of a family, or one CAIP-2 network. */
export type NamedWallet = { address: string; scopes: string[] }

/**
 * Reads an EVM or Solana address, plain or as CAIP-10; null for anything else. A key's address counts in its family;
 * CAIP-10 also names the one network where a contract wallet has that address.
 */
export function parseWalletName(text: string): NamedWallet | null {
  const [, network, named] = /^([a-z0-9]+:[^:]+):([^:]+)$/.exec(text) ?? []
  const address = named ?? text
  const family = network ? familyOf(network) : address.startsWith('0x') ? 'evm' : 'svm'
  if (family === null || family === 'avm' || !isAddress(family, address)) return null
  return { address, scopes: network ? [family, network] : [family] }
}
