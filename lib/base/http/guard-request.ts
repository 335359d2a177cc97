import type { IncomingMessage } from 'node:http'
import { CHALLENGE_HEADER_NAME } from '@/lib/base/x402/payment-page'
import { acceptAsMeant } from './accept-as-meant'
import { CALLER_HEADER, FORWARDED_HEADER, markCaller } from './caller-mark'
import { findRequestFault, type RequestFault } from './find-request-fault'
import { isOwnRequest } from './own-server'
import { resolveCaller } from './resolve-caller'

/** Headers that proxies write. Without a proxy of ours, the caller writes them. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
]

/**
 * Marks a request with its caller's address, before any route sees it, and removes what only this process may say: Next.js
 * hides the connection from its routes and trusts a caller's word for the address. What the caller accepts is put as it
 * is meant. Returns why no route may see it.
 */
export function guardRequest(request: IncomingMessage, trustedProxies: number): RequestFault | null {
  const { headers, socket } = request
  const forwardedFor = headers['x-forwarded-for'] as string | undefined // Node.js joins this one's values.
  const caller = resolveCaller({ peerAddress: socket.remoteAddress, forwardedFor, trustedProxies })
  if (proxyHeaders.some((name) => headers[name] !== undefined)) headers[FORWARDED_HEADER] = '1'
  else delete headers[FORWARDED_HEADER]
  if (trustedProxies === 0) for (const name of proxyHeaders) delete headers[name]
  headers[CALLER_HEADER] = markCaller(caller)
  if (!isOwnRequest(request)) delete headers[CHALLENGE_HEADER_NAME]
  request.url = originForm(request.url ?? '')
  const meant = acceptAsMeant(headers)
  if (meant !== undefined) headers.accept = meant
  return findRequestFault(request)
}

/** A target that is a whole address, by its path: a server has to take it (RFC 9112, 3.2.2), and whose it is decides nothing, as Host does not. */
function originForm(target: string): string {
  const [, path] = /^https?:\/\/[^/?#]*([^#]*)/i.exec(target) ?? []
  if (path === undefined) return target
  return path.startsWith('/') ? path : `/${path}`
}
