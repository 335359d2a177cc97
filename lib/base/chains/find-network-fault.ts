import { z } from 'zod'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { isSuccess, requestNode } from './bounded-request'
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

/** Enough for an identity, and for the words of a node that refuses to give one. */
const MAX_ANSWER_BYTES = 64 * 1_024

const quantity = z.object({ result: z.string().regex(/^0x[0-9a-f]{1,16}$/i) })
const genesis = z.object({ result: z.string().min(32).max(64) })
const parameters = z.object({ 'genesis-hash': z.string().min(32).max(64) })

/**
 * The network behind an RPC address, by its CAIP-2 identifier, as that node says. Throws when it does not answer in
 * time, or not as such a node would.
 */
export async function identifyNode(family: Family, url: string, timeoutMs: number): Promise<string> {
  if (family === 'evm') return `eip155:${BigInt(quantity.parse(await ask(url, timeoutMs, 'eth_chainId')).result)}`
  if (family === 'svm')
    return `solana:${genesis.parse(await ask(url, timeoutMs, 'getGenesisHash')).result.slice(0, 32)}`
  const { 'genesis-hash': hash } = parameters.parse(await read(new URL('/v2/transactions/params', url), timeoutMs))
  return `algorand:${hash.slice(0, 32).replaceAll('+', '-').replaceAll('/', '_')}`
}

const ask = (url: string, timeoutMs: number, method: string) =>
  read(url, timeoutMs, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }))

async function read(url: string | URL, timeoutMs: number, body: string | null = null): Promise<unknown> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const order = { method: body === null ? 'GET' : 'POST', headers, body }
  const answer = await requestNode(url, order, { timeoutMs, maxBytes: MAX_ANSWER_BYTES })
  if (!isSuccess(answer.status)) throw new TypeError(`The node answered ${answer.status}.`)
  return JSON.parse(answer.body.toString())
}
