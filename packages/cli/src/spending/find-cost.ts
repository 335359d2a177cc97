import type { Chains } from '@/lib/base/chains/chains'
import type { NetworkConfig } from '@/lib/base/chains/config'
import { knownNetworks } from '@/lib/base/x402/networks'
import { chainUrls, isOnThisMachine, type Variables } from '@/lib/client/chain-urls'
import type { Aside, Payment, Transfer } from './spending-page'
import { toMicros } from './to-micros'

/** A payment that may still turn out to have cost less than was signed. */
export type OpenPayment = Payment & { transfer: Transfer }

/** The final cost of a signed payment, in micro-dollars: 0 once it can never be taken; null while that is not known. */
export type FindCost = (payment: OpenPayment) => Promise<bigint | null>

/** The unclaimed rest of a channel's deposits, in micro-dollars; null while that is not known. */
export type FindLeft = (aside: Aside) => Promise<bigint | null>

export type ChainReader = { findCost: FindCost; findLeft: FindLeft }

/**
 * Asks the node of each payment's network, which `env` names as for paying. A network without a node, a node that does
 * not answer and one that has forgotten tell nothing.
 */
export function createChainReader(env: Variables): ChainReader {
  const opened = new Map<boolean, Promise<Chains>>()
  const chainsFor = (host: string): Promise<Chains> => {
    const isLocal = isHere(host)
    const chains = opened.get(isLocal) ?? openChains(env, isLocal)
    opened.set(isLocal, chains)
    return chains
  }
  const findCost: FindCost = async ({ host, at, transfer: { decimals, validBefore, ...transfer } }) => {
    const chains = await chainsFor(host)
    const truth = await chains.findAuthorization({
      ...transfer,
      key: `${transfer.network}/${transfer.nonce}`,
      amountAtomic: BigInt(transfer.amountAtomic),
      // No block from before it was signed can hold it.
      validAfter: new Date(at),
      validBefore: validBefore === null ? null : new Date(validBefore),
    })
    if (truth.state === 'settled') return toMicros(truth.amountAtomic, decimals)
    // Not `cancelled`: some tokens may tell of a use in a way that looks like one.
    return truth.state === 'expired' ? 0n : null
  }
  const findLeft: FindLeft = async ({ host, channel, decimals }) => {
    const [network = '', channelId = ''] = channel.split('/')
    const chains = await chainsFor(host)
    const funds = await readChannelFunds(chains, network, channelId).catch(() => null) // Nobody can say.
    return funds && toMicros(funds.balanceAtomic - funds.claimedAtomic, decimals)
  }
  return { findCost, findLeft }
}

async function readChannelFunds(chains: Chains, network: string, channelId: string) {
  const { CHANNEL_CONTRACT, channelAbi } = await import('@/lib/base/chains/channels/channel-contract')
  const [balanceAtomic, claimedAtomic] = await chains.evmClient(network).readContract({
    address: CHANNEL_CONTRACT,
    abi: channelAbi,
    functionName: 'channels',
    args: [channelId as `0x${string}`], // As it was signed.
  })
  return { balanceAtomic, claimedAtomic }
}

const NODE_TIMEOUT_MS = 5_000

/** Loaded only once a limit stands in the way. */
async function openChains(env: Variables, isLocal: boolean): Promise<Chains> {
  const { createChains } = await import('@/lib/base/chains/chains')
  const urls = chainUrls(env, isLocal)
  const networks = knownNetworks.flatMap(({ id }): [string, NetworkConfig][] => {
    const url = urls[id]
    return url ? [[id, { rpcUrls: [url], confirmations: 1, rpcTimeoutMs: NODE_TIMEOUT_MS }]] : []
  })
  return createChains({ networks: Object.fromEntries(networks) })
}

/** Payments to servers on this machine are on its local networks. */
function isHere(host: string): boolean {
  const url = URL.parse(`http://${host}`)
  return url !== null && isOnThisMachine(url)
}
