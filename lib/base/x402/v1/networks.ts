import { isCaip2 } from '../networks'

/** Networks of version 1 by their only name there. Source: x402 1.2.0, `NetworkSchema`. */
const networkOfName: Record<string, string> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  avalanche: 'eip155:43114',
  'avalanche-fuji': 'eip155:43113',
  polygon: 'eip155:137',
  'polygon-amoy': 'eip155:80002',
  sei: 'eip155:1329',
  'sei-testnet': 'eip155:1328',
  iotex: 'eip155:4689',
  peaq: 'eip155:3338',
  story: 'eip155:1514',
  educhain: 'eip155:41923',
  abstract: 'eip155:2741',
  'abstract-testnet': 'eip155:11124',
  'skale-base-sepolia': 'eip155:324705682',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana-devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
}

const networkOfAlias: Record<string, string> = {
  'base-mainnet': 'eip155:8453',
  ethereum: 'eip155:1',
  arbitrum: 'eip155:42161',
  'solana-mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
}

const nameOfNetwork = new Map(Object.entries(networkOfName).map(([name, network]) => [network, name]))
const namedNetworks = new Map([...Object.entries(networkOfName), ...Object.entries(networkOfAlias)])

/** A CAIP-2 network as version 1 names it; null where it has no name for it. */
export const version1Network = (network: string): string | null => nameOfNetwork.get(network) ?? null

/** The CAIP-2 form of a network's name, or null when it is neither CAIP-2 nor a known older name. */
export function caip2Network(network: string): string | null {
  const name = network.trim()
  return isCaip2(name) ? name : (namedNetworks.get(name.toLowerCase()) ?? null)
}
