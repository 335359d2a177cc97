import { z } from 'zod'
import { type Family, familyOf } from '@/lib/base/x402/networks'
import { isSuccess, requestNode } from './bounded-request'
import { QUORUM_NODES } from './quorum'

/** Counts of a network's nodes: those that answer as that network, those configured, and those that payments need. */
export type NodeCount = { network: string; answering: number; configured: number; needed: number }

/** How the fault of a network begins whose nodes are of another. */
export const OTHER_NETWORK = 'its node is of another network'

/** A network's fault, in words without an address; null where as many nodes answer as payments need. */
export async function findNetworkFault(network: string, urls: string[], timeoutMs: number): Promise<string | null> {
  if (!familyOf(network)) return 'no network of a known family'
  const found = await askNodes(network, urls, timeoutMs)
  const { answering, needed } = countOf(network, found)
  if (answering >= needed) return null
  const others = new Set(found.filter((other) => other !== null && other !== network))
  if (others.size > 0) return `${OTHER_NETWORK}, ${[...others].join(', ')}`
  return answering === 0 ? 'no answer' : `${answering} of ${urls.length} nodes answers, and payments need ${needed}`
}

export const countNodes = async (network: string, urls: string[], timeoutMs: number): Promise<NodeCount> =>
  countOf(network, await askNodes(network, urls, timeoutMs))

/** Outcomes are read from two nodes that agree, where three or more are configured. */
const countOf = (network: string, found: (string | null)[]): NodeCount => ({
  network,
  answering: found.filter((name) => name === network).length,
  configured: found.length,
  needed: found.length >= QUORUM_NODES ? 2 : 1,
})

/** The network of each node, as it says; null where it does not answer as a node would. */
function askNodes(network: string, urls: string[], timeoutMs: number): Promise<(string | null)[]> {
  const family = familyOf(network)
  return Promise.all(urls.map(async (url) => family && identifyNode(family, url, timeoutMs).catch(() => null)))
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
