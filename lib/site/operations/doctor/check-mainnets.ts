import { isTestNetwork, networkName } from '@/lib/base/x402/networks'
import { type Finding, warn, well } from './finding'

/** By network: the number of its nodes, and the depth at which a settlement counts. */
export type MainnetFacts = { rpcUrls: Record<string, string[]>; confirmations: Record<string, number> }

/** Where money is real, one node can lie, and one block can be replaced. */
export const checkMainnets = ({ rpcUrls, confirmations }: MainnetFacts): Finding[] =>
  Object.entries(rpcUrls)
    .filter(([network]) => !isTestNetwork(network))
    .flatMap(([network, urls]) => [
      ...(network.startsWith('eip155:') ? checkNodes(networkName(network), urls.length) : []),
      checkDepth(networkName(network), confirmations[network] ?? 1),
    ])

const checkNodes = (name: string, nodes: number): Finding[] =>
  nodes < 3
    ? [warn(`${name} nodes`, `${nodes} RPC address`, 'Give three of different providers: two must agree then.')]
    : []

const checkDepth = (name: string, blocks: number): Finding =>
  blocks > 1
    ? well(`${name} finality`, `${blocks} confirmations`)
    : warn(
        `${name} finality`,
        'one confirmation',
        'A block can be replaced: ask for more confirmations, or for finalized.',
      )
