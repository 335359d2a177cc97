import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveNode } from '../serve-node'
import { openChain, type SvmChain } from './chain'
import { RpcError } from './rpc-error'
import { rpcMethods } from './rpc-methods'

export type SvmNode = { rpcUrl: string; stop(): Promise<void> }

/**
 * Starts the local Solana chain in this process: the real runtime (litesvm) behind JSON-RPC on 127.0.0.1, with devnet's
 * genesis hash and USDC mint. Acknowledged transactions are on disk and survive any kind of end. It has no validators
 * and no subscriptions: a transaction is final when `sendTransaction` answers.
 */
export async function startSvmNode(dataDir: string, port: number): Promise<SvmNode> {
  mkdirSync(dataDir, { recursive: true })
  const chain = await openChain(join(dataDir, 'chain.jsonl'), Date.now)
  try {
    const served = await serveNode('solana', port, (request) => answerRpc(chain, request))
    const stop = async () => {
      await served.stop()
      chain.close()
    }
    return { rpcUrl: served.origin, stop }
  } catch (fault) {
    chain.close()
    throw fault
  }
}

/** Answers one HTTP request of JSON-RPC 2.0, a call or a batch of calls. */
async function answerRpc(chain: SvmChain, request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response('POST JSON-RPC 2.0 here.', { status: 405 })
  const calls: unknown = await request.json().catch(() => null)
  if (!Array.isArray(calls)) return json(await answerCall(chain, calls))
  return json(await Promise.all(calls.map((call) => answerCall(chain, call))))
}

async function answerCall(chain: SvmChain, call: unknown) {
  if (typeof call !== 'object' || call === null) return failure(null, -32600, 'Invalid request')
  const { id = null, method, params = [] } = call as { id?: unknown; method?: unknown; params?: unknown }
  if (typeof method !== 'string' || !Array.isArray(params)) return failure(id, -32600, 'Invalid request')
  const run = Object.hasOwn(rpcMethods, method) ? rpcMethods[method] : undefined
  if (run === undefined) return failure(id, -32601, `Method not found: ${method}`)
  try {
    return { jsonrpc: '2.0', id, result: await run(chain, params) }
  } catch (fault) {
    if (fault instanceof RpcError) return failure(id, fault.code, fault.message, fault.data)
    console.error('solana:', fault)
    return failure(id, -32603, 'Internal error of the local chain')
  }
}

const failure = (id: unknown, code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data === undefined ? {} : { data }) },
})

const json = (value: unknown) =>
  new Response(stringifyWithIntegers(value), { headers: { 'content-type': 'application/json' } })

/** JSON with bigints as plain numbers, which is how Solana writes u64. */
function stringifyWithIntegers(value: unknown): string {
  // The mark is random, so no text from a transaction can imitate it.
  const mark = randomBytes(8).toString('hex')
  const text = JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? `${mark}${each}` : each))
  return text.replaceAll(new RegExp(`"${mark}(\\d+)"`, 'g'), '$1')
}
