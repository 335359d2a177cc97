import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/payment-page'
import { CALLER_HEADER, FORWARDED_HEADER, markCaller } from './caller-mark'
import { findRequestFault } from './find-request-fault'
import { isOwnRequest } from './own-server'
import { keepPageAnswer } from './page-answer'
import { refusalPath } from './refuse-request'
import { resolveCaller } from './resolve-caller'

const CHANNEL = 'http.server.request.start'

/** Headers that proxies write. Without a proxy of ours, the caller writes them. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
]

/** Headers that Next.js reads before any route does. A refusal has no use for them. */
const frameworkHeaders = ['next-action', 'next-router-state-tree']

/**
 * The server's edge: checks every request of this process before any server in it does. Next.js hides the connection
 * from its routes and trusts a caller's word for the address. Also removes what only the gate may tell the page that
 * shows a challenge. Node.js publishes each request as it comes.
 * Returns a function that ends it.
 */
export function guardRequests({ trustedProxies }: { trustedProxies: number }): () => void {
  const guard = (message: unknown) => {
    // As Node.js documents this channel.
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const { headers, socket } = request
    const forwardedFor = headers['x-forwarded-for'] as string | undefined // Node.js joins this one's values.
    const caller = resolveCaller({ peerAddress: socket.remoteAddress, forwardedFor, trustedProxies })
    if (proxyHeaders.some((name) => headers[name] !== undefined)) headers[FORWARDED_HEADER] = '1'
    else delete headers[FORWARDED_HEADER]
    if (trustedProxies === 0) for (const name of proxyHeaders) delete headers[name]
    headers[CALLER_HEADER] = markCaller(caller)
    keepPageAnswer(request, response)
    if (!isOwnRequest(request)) delete headers[CHALLENGE_HEADER_NAME]
    const fault = findRequestFault(request)
    if (!fault) return
    request.url = refusalPath(fault)
    for (const name of frameworkHeaders) delete headers[name]
    if (fault === 'method_unknown') request.method = 'GET'
  }
  subscribe(CHANNEL, guard)
  return () => void unsubscribe(CHANNEL, guard)
}
