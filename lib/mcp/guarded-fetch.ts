import { SafeFetchError } from '@/lib/base/infra/safe-fetch'
import { safeStream } from '@/lib/base/infra/safe-stream'
import { say } from '@/lib/base/sentences/say'

/** Time for ending a session after the conversation's time is over. */
const END_MS = 2_000

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

export type Caller = {
  userAgent: string
  /** Demo and tests: loopback may be reached, but no other private address. */
  allowLoopback: boolean
  /** Answers in this process, in place of the network. */
  answerOwn?: ((request: Request) => Promise<Response>) | undefined
}

export type ConversationLimits = {
  requests: number
  bytes: number
  /** Lines of event streams, each of which a library reads and checks separately. */
  lines: number
  timeoutMs: number
}

/**
 * `fetch` for one conversation with a stranger's server, for libraries that need one: every request goes to a checked
 * and pinned address, and all of them together are bounded in number, bytes and time. Keeps what went wrong in `fault`,
 * as a library puts it into its own words; `onFault` may end the conversation. Declines lasting streams (GET) like a
 * server that has none.
 */
export function createGuardedFetch(
  { userAgent, allowLoopback, answerOwn }: Caller,
  limits: ConversationLimits,
  onFault: () => void,
) {
  const endsAt = performance.now() + limits.timeoutMs
  const used = { requests: 0, bytes: 0, lines: 0 }
  let fault: SafeFetchError | null = null
  const fail = (error: SafeFetchError): SafeFetchError => {
    if (fault === null) {
      fault = error
      onFault()
    }
    return error
  }

  const guardedFetch: Fetch = async (url, init = {}) => {
    if (init.method === 'GET') return new Response(null, { status: 405 })
    // Ending a session is always allowed.
    const isEnd = init.method === 'DELETE'
    if (!isEnd) used.requests += 1
    if (!isEnd && used.requests > limits.requests)
      throw fail(new SafeFetchError('too_large', say('plain', { text: 'It takes too many requests.' })))
    const leftMs = Math.ceil(endsAt - performance.now()) + (isEnd ? END_MS : 0)
    if (leftMs <= 0) throw fail(new SafeFetchError('timeout', say('call.slow')))
    const { body } = init
    try {
      const sent = {
        method: isEnd ? ('DELETE' as const) : ('POST' as const),
        headers: { ...Object.fromEntries(new Headers(init.headers)), 'user-agent': userAgent },
        ...(typeof body === 'string' && { body }),
      }
      const limits = { timeoutMs: leftMs, idleMs: leftMs, lastsMs: leftMs, allowLoopback }
      const answer = await (answerOwn
        ? toStream(await answerOwn(new Request(url, { ...sent, signal: AbortSignal.timeout(leftMs) })))
        : safeStream(String(url), { ...sent, ...limits }))
      if (isBodyless(answer.status)) {
        await answer.body.cancel()
        return new Response(null, { status: answer.status })
      }
      const isEvents = answer.headers['content-type']?.startsWith('text/event-stream') ?? false
      const counted = answer.body.pipeThrough(count(isEvents), init.signal ? { signal: init.signal } : {})
      return new Response(counted, { status: answer.status, headers: readable(answer.headers) })
    } catch (error) {
      throw error instanceof SafeFetchError ? fail(error) : error
    }
  }

  const count = (isEvents: boolean) =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        used.bytes += part.length
        if (isEvents)
          used.lines += part.reduce((lines, byte) => lines + Number(byte === LINE_FEED || byte === CARRIAGE_RETURN), 0)
        if (used.bytes <= limits.bytes && used.lines <= limits.lines) return controller.enqueue(part)
        controller.error(fail(new SafeFetchError('too_large', say('plain', { text: 'It answers more than is read.' }))))
      },
    })

  return { fetch: guardedFetch, fault: () => fault, leftMs: () => Math.max(1, Math.ceil(endsAt - performance.now())) }
}

// Either ends a line of events.
const LINE_FEED = 10
const CARRIAGE_RETURN = 13

const toStream = ({ status, headers, body }: Response) => ({
  status,
  headers: Object.fromEntries(headers),
  body: body ?? new Blob([]).stream(),
})

const isBodyless = (status: number): boolean => status === 204 || status === 205 || status === 304

function readable(headers: Record<string, string>): [string, string][] {
  const names = ['content-type', 'location', 'mcp-session-id']
  return names.flatMap((name): [string, string][] => (headers[name] === undefined ? [] : [[name, headers[name]]]))
}
