import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createStandIns } from './stand-in'

/** A request as Node.js's server has it, with the origin of its address. */
type Asked = {
  incoming: IncomingMessage
  outgoing: ServerResponse
  origin: string
  headers: Headers | null
  signal: AbortSignal | null
}

const requests = createStandIns<Asked, Request>(
  'request',
  Request,
  {
    method: ({ incoming }) => incoming.method,
    url: addressOf,
    headers: (asked) => (asked.headers ??= headers.make(asked.incoming.headers)),
    signal: signalOf,
  },
  (asked) => {
    const { method, headers } = asked.incoming
    const body = method === 'GET' || method === 'HEAD' ? {} : { body: asked.incoming, duplex: 'half' }
    const init = { method, headers: headers as Record<string, string>, signal: signalOf(asked), ...body }
    return new Request(addressOf(asked), init as unknown as RequestInit) // Node.js takes its own streams as bodies.
  },
)

const headers = createStandIns<IncomingHttpHeaders, Headers>(
  'headers of a request',
  Headers,
  { get: find, has: (held, name = '') => find(held, name) !== null },
  (held) => new Headers(held as Record<string, string>),
)

/**
 * The request in the form of the web, made only as far as it is asked for. Its signal tells of a caller that hangs up
 * before its answer is out.
 */
export const toRequest = (incoming: IncomingMessage, outgoing: ServerResponse, origin: string): Request =>
  requests.make({ incoming, outgoing, origin, headers: null, signal: null })

export const isDirect = (request: Request): boolean => requests.isOne(request)

/** The same request for the web's own functions, such as `fetch` and `new Request`. */
export const toWhole = (request: Request): Request => requests.toWhole(request)

function addressOf({ incoming, origin }: Asked): string {
  return origin + incoming.url
}

function find(held: IncomingHttpHeaders, name = ''): string | null {
  const key = name.toLowerCase()
  return Object.hasOwn(held, key) ? String(held[key]) : null
}

function signalOf(asked: Asked): AbortSignal {
  if (asked.signal) return asked.signal
  const { outgoing } = asked
  const hungUp = new AbortController()
  asked.signal = hungUp.signal
  const tell = () => {
    if (!outgoing.writableFinished) hungUp.abort()
  }
  if (outgoing.destroyed) tell()
  else outgoing.once('close', tell)
  return hungUp.signal
}
