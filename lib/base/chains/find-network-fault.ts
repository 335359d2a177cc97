import { familyOf } from '@/lib/base/x402/networks'
import { identifyNode } from './identify-node'
import { QUORUM_NODES } from './quorum'

/** Counts of a network's nodes: those that answer as that network, those configured, and those that payments need. */
export type NodeCount = { network: string; answering: number; configured: number; needed: number }

/** How the fault of a network begins whose nodes are of another. */
export const OTHER_NETWORK = 'its node is of another network'

/** A network's fault, in words without an address; null once as many nodes answer as payments need. */
export async function findNetworkFault(network: string, urls: string[], timeoutMs: number): Promise<string | null> {
  if (!familyOf(network)) return 'no network of a known family'
  const needed = neededNodes(urls)
  const others = new Set<string>()
  let answering = 0
  const asked = askNodes(network, urls, timeoutMs, (other) => others.add(other)).map((node) =>
    node.then(() => void (answering += 1)),
  )
  if (await hasEnough(asked, needed)) return null
  if (others.size > 0) return `${OTHER_NETWORK}, ${[...others].join(', ')}`
  return answering === 0 ? 'no answer' : `${answering} of ${urls.length} nodes answers, and payments need ${needed}`
}

export async function countNodes(network: string, urls: string[], timeoutMs: number): Promise<NodeCount> {
  const asked = await Promise.allSettled(askNodes(network, urls, timeoutMs))
  const answering = asked.filter(({ status }) => status === 'fulfilled').length
  return { network, answering, configured: urls.length, needed: neededNodes(urls) }
}

/** Outcomes are read from two nodes that agree, where three or more are configured. */
const neededNodes = (urls: string[]): number => (urls.length >= QUORUM_NODES ? 2 : 1)

/** One promise for each node, which fails where it does not answer as that network. */
function askNodes(network: string, urls: string[], timeoutMs: number, tell: (other: string) => void = () => {}) {
  const family = familyOf(network)
  return urls.map(async (url) => {
    if (!family) throw new Error('No network of a known family.')
    const found = await identifyNode(family, url, timeoutMs)
    if (found === network) return
    tell(found)
    throw new Error(found)
  })
}

/** Resolves to true once that many succeed; does not wait for the others. */
function hasEnough(asked: Promise<unknown>[], needed: number): Promise<boolean> {
  return new Promise((resolve) => {
    let succeeded = 0
    const counted = asked.map((one) => one.then(() => ++succeeded >= needed && resolve(true)))
    void Promise.allSettled(counted).then(() => resolve(false))
  })
}
