import { type CustomTransport, custom, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { z } from 'zod'
import { type BoundedAnswer, isSuccess, requestBounded, requestNode } from '../bounded-request'

const MAX_CALLS = 100

/** Answered only when its transaction is mined: other calls of the batch would wait for that too. */
const SLOW_METHOD = 'eth_sendRawTransactionSync'

type Call = { id: number; method: string; params?: unknown }
type Waiting = { call: Call; resolve: (result: unknown) => void; reject: (error: unknown) => void }

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).optional(),
})
type Answer = z.infer<typeof answerSchema>

/**
 * One EVM node over HTTP, its answers bounded in time and size. Calls of one turn of the event loop travel as one
 * JSON-RPC batch where that `isBatching`; a lone call leaves in the same turn, as viem's own transport would not.
 */
export function evmTransport(url: string, timeoutMs: number, { isBatching = false } = {}): CustomTransport {
  let lastId = 0
  let waiting: Waiting[] = []
  const flush = () => {
    const all = waiting
    waiting = []
    for (let start = 0; start < all.length; start += MAX_CALLS) {
      void askTogether(url, timeoutMs, all.slice(start, start + MAX_CALLS))
    }
  }
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    new Promise((resolve, reject) => {
      const entry = { call: { id: (lastId += 1), method, params }, resolve, reject }
      if (!isBatching || method === SLOW_METHOD) return void askTogether(url, timeoutMs, [entry])
      if (waiting.push(entry) === 1) setImmediate(flush)
    })
  return custom({ request }, { retryCount: 0 })
}

async function askTogether(url: string, timeoutMs: number, asked: Waiting[]): Promise<void> {
  try {
    const calls = asked.map(({ call }) => call)
    const answers = await post(url, timeoutMs, calls)
    for (const { call, resolve, reject } of asked) {
      const answer = answers.get(call.id)
      if (!answer) reject(noAnswer(url, calls))
      else if (answer.error) reject(new RpcRequestError({ body: call, error: answer.error, url }))
      else resolve(answer.result)
    }
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** Answers by the call's number. Fails with viem's errors, which tell silence from an answer. */
async function post(url: string, timeoutMs: number, calls: Call[]): Promise<Map<number, Answer>> {
  const bodies = calls.map((call) => ({ jsonrpc: '2.0', ...call }))
  const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies)
  const headers = { 'content-type': 'application/json' }
  // A transaction that is not mined yet says nothing of its node.
  const request = calls.some(({ method }) => method === SLOW_METHOD) ? requestBounded : requestNode
  const answer = await request(url, { method: 'POST', headers, body }, { timeoutMs }).catch((cause: unknown) => {
    if (cause instanceof DOMException) throw new TimeoutError({ body: calls, url })
    throw new HttpRequestError({ body: calls, url, ...(cause instanceof Error && { cause, details: cause.message }) })
  })
  if (!isSuccess(answer.status)) {
    throw new HttpRequestError({ body: calls, url, status: answer.status, details: 'The node answered with an error.' })
  }
  return new Map(readAnswers(answer, url, calls).map((entry) => [entry.id, entry]))
}

function readAnswers({ body }: BoundedAnswer, url: string, calls: Call[]): Answer[] {
  try {
    const parsed: unknown = JSON.parse(body.toString())
    return (Array.isArray(parsed) ? parsed : [parsed]).flatMap((entry) => {
      const read = answerSchema.safeParse(entry)
      return read.success ? [read.data] : []
    })
  } catch {
    throw noAnswer(url, calls)
  }
}

const noAnswer = (url: string, calls: Call[]) =>
  new HttpRequestError({ body: calls, url, details: 'The node gave no answer to the call.' })
