import { z } from 'zod'
import type { Family } from '@/lib/base/x402/networks'
import { isSuccess, requestNode } from './bounded-request'

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
