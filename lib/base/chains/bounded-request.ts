import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'

/** Far more than any answer that is asked for here. */
export const MAX_ANSWER_BYTES = 10 * 1_024 * 1_024

/**
 * Connections outlive the pause between two payments: a new one to a distant node costs several round trips. Node's own
 * client is used, as the framework wraps `fetch` with caching and traces that nothing here needs.
 */
const kept = { keepAlive: true, timeout: 20_000 }
const clients = {
  'http:': { request: http.request, agent: new http.Agent(kept) },
  'https:': { request: https.request, agent: new https.Agent(kept) },
}

export type BoundedRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array | null
  signal?: AbortSignal | undefined
  agent?: https.Agent
}

export type BoundedAnswer = { status: number; contentType: string; body: Buffer }

export const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * A request to an RPC node or a signer: an answer counts once all of it is there, within its time and size. Too much of it, and
 * what is cut off, is a TypeError as for a lost connection; too late is a DOMException. Follows no redirect.
 */
export async function requestBounded(
  url: string | URL,
  { method = 'GET', headers = {}, body = null, signal: outer, agent: own }: BoundedRequest,
  { timeoutMs, maxBytes = MAX_ANSWER_BYTES }: { timeoutMs: number; maxBytes?: number },
): Promise<BoundedAnswer> {
  return withinTime(timeoutMs, outer, async (signal) => {
    try {
      const target = new URL(url)
      const { request, agent } = clients[target.protocol === 'https:' ? 'https:' : 'http:']
      const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
      const send = () => request(target, { method, agent: own ?? agent, signal, headers: { ...headers, ...length } })
      const answer = await askUntilNew(send, body)
      const { statusCode: status = 0, headers: named } = answer
      return { status, contentType: named['content-type'] ?? '', body: await readWithin(answer, maxBytes) }
    } catch (cause) {
      if (signal.aborted) throw signal.reason
      throw new TypeError('The answer could not be read.', { cause })
    }
  })
}

const silent = new Map<string, number>()
const SILENT_NODE_MS = 2_000
const SILENT_FOR_MS = 30_000

/**
 * A request to an RPC node. One that let a request run out of time gets two seconds for each in the next half minute, or
 * until it answers: the node after it is asked soon, and a payment is not kept waiting for what is known. A node that is
 * only slow gets its whole time again after that.
 */
export async function requestNode(
  url: string | URL,
  order: BoundedRequest,
  { timeoutMs, ...limits }: Parameters<typeof requestBounded>[2],
): Promise<BoundedAnswer> {
  const node = String(url)
  const isSilent = performance.now() < (silent.get(node) ?? 0)
  const limitMs = isSilent ? Math.min(timeoutMs, SILENT_NODE_MS) : timeoutMs
  try {
    const answer = await requestBounded(url, order, { ...limits, timeoutMs: limitMs })
    silent.delete(node)
    return answer
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
    // A look that is given less time says nothing of a node that is slower.
    if (isTimeout && !isSilent && timeoutMs > SILENT_NODE_MS) silent.set(node, performance.now() + SILENT_FOR_MS)
    throw error
  }
}

/**
 * Asks again where a connection kept from before was closed instead of answering: nodes close idle ones, and one may be
 * picked before that is seen. Each try uses up one such connection; a new one is not asked twice. What nodes are asked
 * may reach them twice without harm: a transaction that was sent already is the same transaction.
 */
async function askUntilNew(send: () => ClientRequest, body: BoundedRequest['body']): Promise<IncomingMessage> {
  for (;;) {
    const sent = send()
    try {
      return await new Promise<IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve).on('error', reject)
        sent.end(body ?? undefined)
      })
    } catch (error) {
      if (!sent.reusedSocket || !isClosed(error)) throw error
    }
  }
}

const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

/** Fails for what is cut off; an answer that is left before its end is destroyed. */
async function readWithin(answer: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer) {
    size += part.length
    if (size > maxBytes) throw new Error(`Expected an answer of ${maxBytes} bytes at most.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Without `AbortSignal.any`: a timeout that only it refers to is collected as garbage, and never fires. */
async function withinTime<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController()
  const stop = () => limit.abort(outer?.reason)
  if (outer?.aborted) stop()
  outer?.addEventListener('abort', stop, { once: true })
  const timer = setTimeout(() => limit.abort(new DOMException('The answer took too long.', 'TimeoutError')), timeoutMs)
  try {
    return await run(limit.signal)
  } finally {
    clearTimeout(timer)
    outer?.removeEventListener('abort', stop)
  }
}
