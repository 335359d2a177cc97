import {
  type Blockhash,
  createSolanaRpcFromTransport,
  type Rpc,
  type RpcTransport,
  type SolanaRpcApi,
} from '@solana/kit'
import { parseJsonWithBigInts, stringifyJsonWithBigInts } from '@solana/rpc-spec-types'
import { LRUCache } from 'lru-cache'
import { coalescePer } from '@/lib/base/infra/coalesce'
import type { Authorization } from '../authorization'
import { isSuccess, requestNode } from '../bounded-request'
import { DEFAULT_RPC_TIMEOUT_MS, type NetworkConfig } from '../config'
import { RpcUnreachableError } from '../errors'
import { readSvmTransaction, type SvmTransaction } from './svm-transaction'

export type SvmRpc = Rpc<SolanaRpcApi>

/** Each payment asks both separately, and many payments at once. */
const JOINED = ['simulateTransaction', 'sendTransaction']
const MAX_CALLS = 20

/** A node that refused a batch gets single calls for so long: it may only have been busy. */
const SINGLY_MS = 60_000

type SvmRpcCall = { id: string; method: string }
type SvmRpcOrder = { payload: unknown; signal?: AbortSignal | undefined }

/**
 * An RPC client that tries the network's URLs in turn, each within its time limit, else `RpcUnreachableError`. What one
 * turn of the event loop simulates, or sends, travels as one JSON-RPC batch; one by one where a node takes none.
 */
export function createSvmRpc(network: string, config: NetworkConfig): SvmRpc {
  const timeoutMs = config.rpcTimeoutMs ?? DEFAULT_RPC_TIMEOUT_MS
  const ask = async (order: SvmRpcOrder): Promise<unknown> => {
    let cause: unknown = new Error('No RPC URL is configured.')
    for (const url of config.rpcUrls) {
      try {
        return await send(url, order, timeoutMs)
      } catch (error) {
        if (!isTransportError(error)) throw error
        cause = error
      }
    }
    throw new RpcUnreachableError(network, { cause })
  }
  let singlyUntil = 0
  const askTogether = coalescePer(
    async (_queue: object, calls: SvmRpcCall[]): Promise<PromiseSettledResult<unknown>[]> => {
      const batch = performance.now() > singlyUntil && calls.length > 1
      const answers = batch ? answersTo(calls, await ask({ payload: calls }).catch(unlessSilent)) : null
      if (answers) return answers.map((value) => ({ status: 'fulfilled', value }))
      // The same transaction may be sent twice.
      const separate = await Promise.allSettled(calls.map((payload) => ask({ payload })))
      if (batch && separate.some(({ status }) => status === 'fulfilled')) singlyUntil = performance.now() + SINGLY_MS
      return separate
    },
    { maxItems: MAX_CALLS, maxRuns: Infinity },
  )
  const queues = new Map(JOINED.map((method) => [method, {}]))
  const transport = (async ({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const call = payload as SvmRpcCall // Made by kit.
    const queue = signal ? undefined : queues.get(call.method)
    if (!queue) return ask({ payload, signal })
    const answer = await askTogether(queue, call)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }) as RpcTransport // The answer's type is the caller's, as in kit's own transports.
  return createSolanaRpcFromTransport(transport)
}

/** A node that is silent gets no more time for the same calls. */
function unlessSilent(error: unknown): null {
  if (error instanceof RpcUnreachableError && error.cause instanceof DOMException) throw error
  return null
}

/** In the order of the calls; null unless each has its answer. */
function answersTo(calls: SvmRpcCall[], answers: unknown): unknown[] | null {
  if (!Array.isArray(answers)) return null
  const byId = new Map(answers.map((answer: { id?: unknown } | null) => [answer?.id, answer]))
  const found = calls.map(({ id }) => byId.get(id))
  return found.includes(undefined) ? null : found
}

async function send(url: string, { payload, signal }: SvmRpcOrder, timeoutMs: number): Promise<unknown> {
  const order = { method: 'POST', headers: jsonHeaders, body: stringifyJsonWithBigInts(payload), signal } as const
  const { status, body } = await requestNode(url, order, { timeoutMs })
  if (!isSuccess(status)) throw new TypeError(`The RPC node answered ${status}.`)
  return parseJsonWithBigInts(body.toString())
}

const jsonHeaders = { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' }

/** TypeError is thrown without a connection, DOMException when time is up; no JSON is a SyntaxError. */
const isTransportError = (error: unknown) =>
  error instanceof TypeError || error instanceof SyntaxError || error instanceof DOMException

export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'
export const SET_UNIT_LIMIT = 2
export const SET_UNIT_PRICE = 3

const LAMPORTS_PER_SIGNATURE = 5_000n
const MICRO = 1_000_000n

/** Units that a transaction without a limit may use. */
const MAX_COMPUTE_UNITS = 1_400_000n

/** Computation that a transaction requests, which its fee payer pays for. */
export function computeBudgetOf({ instructions, accounts, signers }: SvmTransaction) {
  let [units, microLamportsPerUnit] = [MAX_COMPUTE_UNITS, 0n]
  for (const { program, data } of instructions) {
    if (accounts[program] !== COMPUTE_BUDGET_PROGRAM) continue
    if (data[0] === SET_UNIT_LIMIT && data.length >= 5) units = BigInt(data.readUInt32LE(1))
    if (data[0] === SET_UNIT_PRICE && data.length >= 9) microLamportsPerUnit = data.readBigUInt64LE(1)
  }
  return { units, microLamportsPerUnit, signatures: signers.length }
}

/** Fee of a parsed transaction, in base64, in lamports: each signature, and the priority that it bids for. */
export function svmFeeOf(transaction: string): bigint {
  const { units, microLamportsPerUnit, signatures } = computeBudgetOf(
    readSvmTransaction(Buffer.from(transaction, 'base64')),
  )
  return BigInt(signatures) * LAMPORTS_PER_SIGNATURE + (units * microLamportsPerUnit + MICRO - 1n) / MICRO
}

/** A blockhash is valid for a transaction for this many blocks after its own. */
export const BLOCKHASH_LIFE_BLOCKS = 150n

/** More than are alive at once, one per slot. */
const MAX_KNOWN = 1_000

const known = new WeakMap<SvmRpc, LRUCache<string, Promise<bigint>>>()

/**
 * A height after which a payment can no longer land; it is the same for all payments with its blockhash, and read once.
 * Asks a node that has the block of its blockhash: another node would name a height too low. Throws
 * `RpcUnreachableError` when no such node answers.
 */
export function readLastHeight(rpc: SvmRpc, { network, nonce }: Authorization): Promise<bigint> {
  const [, blockhash = ''] = nonce.split(':')
  const heights = known.get(rpc) ?? new LRUCache({ max: MAX_KNOWN })
  known.set(rpc, heights)
  const reading = heights.get(blockhash) ?? readHeight(rpc, network, blockhash)
  heights.set(blockhash, reading)
  // The next caller asks again: another node may know the block.
  reading.catch(() => heights.delete(blockhash))
  return reading
}

async function readHeight(rpc: SvmRpc, network: string, blockhash: string): Promise<bigint> {
  const commitment = 'confirmed' as const
  const { context, value } = await rpc.isBlockhashValid(blockhash as Blockhash, { commitment }).send() // Read from the message.
  if (!value) throw new RpcUnreachableError(network, { cause: new Error('The node does not know the blockhash.') })
  const height = await rpc.getBlockHeight({ commitment, minContextSlot: context.slot }).send()
  return height + BLOCKHASH_LIFE_BLOCKS
}
