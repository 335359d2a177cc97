import type { PaymentRequirements } from './wire'

export type Network = PaymentRequirements['network']

export type Family = 'evm' | 'svm' | 'avm'

export type KnownNetwork = { id: Network; family: Family; name: string; isTest: boolean }

export const BASE = 'eip155:8453'
export const BASE_SEPOLIA = 'eip155:84532'
export const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const SOLANA_DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
export const ALGORAND_TESTNET = 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe'

export const knownNetworks: readonly KnownNetwork[] = [
  { id: BASE, family: 'evm', name: 'Base', isTest: false },
  { id: BASE_SEPOLIA, family: 'evm', name: 'Base Sepolia', isTest: true },
  { id: SOLANA_MAINNET, family: 'svm', name: 'Solana', isTest: false },
  { id: SOLANA_DEVNET, family: 'svm', name: 'Solana Devnet', isTest: true },
  { id: ALGORAND_TESTNET, family: 'avm', name: 'Algorand Testnet', isTest: true },
]

const byId = new Map<string, KnownNetwork>(knownNetworks.map((network) => [network.id, network]))

const referenceShapes: Record<string, { family: Family; reference: RegExp }> = {
  eip155: { family: 'evm', reference: /^[1-9]\d{0,31}$/ },
  solana: { family: 'svm', reference: /^[1-9A-HJ-NP-Za-km-z]{32}$/ },
  algorand: { family: 'avm', reference: /^[A-Za-z0-9_-]{32}$/ },
}

export function findNetwork(network: string): KnownNetwork | null {
  return byId.get(network) ?? null
}

/** The chain family of a CAIP-2 network, known or not; null when malformed or of another family. */
export function familyOf(network: string): Family | null {
  const known = byId.get(network)
  if (known) return known.family
  const colon = network.indexOf(':')
  const namespace = network.slice(0, Math.max(colon, 0))
  const shape = Object.hasOwn(referenceShapes, namespace) ? referenceShapes[namespace] : undefined
  return shape?.reference.test(network.slice(colon + 1)) ? shape.family : null
}

export const isCaip2 = (text: string): boolean => /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,64}$/.test(text)

export function isNetwork(value: string): value is Network {
  return familyOf(value) !== null
}

/** The name people know it by; an unknown network is shown by its identifier. */
export function networkName(network: string): string {
  return byId.get(network)?.name ?? network
}

/** True only for networks known to be tests: an unknown one may carry real money. */
export function isTestNetwork(network: string): boolean {
  return byId.get(network)?.isTest ?? false
}

/** True if `pattern`, a network or a whole namespace such as `eip155:*`, covers `network`. */
export function matchesNetworkPattern(network: string, pattern: string): boolean {
  if (!pattern.endsWith(':*')) return pattern === network
  return network.startsWith(pattern.slice(0, -1)) && network.length >= pattern.length
}
