import { type CustomTransport, custom, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { z } from 'zod'
import { coalesce } from '@/lib/base/infra/coalesce'
import { type BoundedAnswer, isSuccess, requestNode } from '../bounded-request'

const MAX_CALLS = 100

type JsonRpcCall = { id: number; method: string; params?: unknown }

const answerSchema = z.object({
  id: z.number(),
  result: z.unknown(),
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown() }).optional(),
})
type JsonRpcAnswer = z.infer<typeof answerSchema>

/**
 * One EVM node over HTTP, its answers bounded in time and size. Calls of one turn of the event loop travel as one
 * JSON-RPC batch where that `isBatching`; a lone call leaves in the same turn, as viem's own transport would not.
 */
export function evmTransport(url: string, timeoutMs: number, { isBatching = false } = {}): CustomTransport {
  let lastId = 0
  const ask = (calls: JsonRpcCall[]) => post(url, timeoutMs, calls)
  const askTogether = coalesce(ask, { maxItems: MAX_CALLS, maxRuns: Infinity })
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    const call = { id: (lastId += 1), method, params }
    const answer = isBatching ? await askTogether(call) : (await ask([call]))[0]
    if (!answer) throw noAnswer(url, [call])
    if (answer.error) throw new RpcRequestError({ body: call, error: answer.error, url })
    return answer.result
  }
  return custom({ request }, { retryCount: 0 })
}

/** In the order of the calls; undefined where there is no answer. Fails with viem's errors, which tell silence from one. */
async function post(url: string, timeoutMs: number, calls: JsonRpcCall[]): Promise<(JsonRpcAnswer | undefined)[]> {
  const bodies = calls.map((call) => ({ jsonrpc: '2.0', ...call }))
  const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies)
  const headers = { 'content-type': 'application/json' }
  const answer = await requestNode(url, { method: 'POST', headers, body }, { timeoutMs }).catch((cause: unknown) => {
    if (cause instanceof DOMException) throw new TimeoutError({ body: calls, url })
    throw new HttpRequestError({ body: calls, url, ...(cause instanceof Error && { cause, details: cause.message }) })
  })
  if (!isSuccess(answer.status)) {
    throw new HttpRequestError({ body: calls, url, status: answer.status, details: 'The node answered with an error.' })
  }
  const answers = readAnswers(answer, url, calls)
  return calls.map(({ id }) => answers.find((entry) => entry.id === id))
}

function readAnswers({ body }: BoundedAnswer, url: string, calls: JsonRpcCall[]): JsonRpcAnswer[] {
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

const noAnswer = (url: string, calls: JsonRpcCall[]) =>
  new HttpRequestError({ body: calls, url, details: 'The node gave no answer to the call.' })
