import type { IncomingMessage } from 'node:http'
import { CHALLENGE_HEADER_NAME, isPreviewer } from '@/lib/base/x402/audience'
import { CALLER_HEADER, FORWARDED_HEADER, markCaller, resolveCaller } from './caller'
import { findRequestFault, type RequestFault } from './find-request-fault'
import { isOwnRequest } from './own-server'

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

/**
 * The `Accept` header as its sender means it: with `text/html` where a page is wanted, and without it where it is not. So
 * every route may ask for only that word. Programs that draw cards for links say only that they take anything, and
 * read pages; who names JSON with a higher weight than HTML (RFC 9110, 12.5.1) does not want a page.
 */
export function acceptAsMeant({
  accept,
  'user-agent': userAgent,
}: {
  accept?: string | undefined
  'user-agent'?: string | undefined
}): string | undefined {
  const ranges = (accept ?? '*/*').split(',').map((range) => ({ range, ...readRange(range) }))
  const weightOf = (isWanted: (type: string) => boolean) =>
    Math.max(-1, ...ranges.filter(({ type }) => isWanted(type)).map(({ weight }) => weight))
  const [page, json] = [
    weightOf((type) => type === 'text/html'),
    weightOf((type) => /^application\/(.+\+)?json$/.test(type)),
  ]
  if (page >= 0) {
    if (page > 0 && page >= json) return accept
    return (
      ranges
        .filter(({ type }) => type !== 'text/html')
        .map(({ range }) => range.trim())
        .join(', ') || '*/*'
    )
  }
  const takesAny = weightOf((type) => type === '*/*' || type === 'text/*') > 0
  return takesAny && json < 0 && isPreviewer(userAgent ?? '') ? `text/html, ${accept ?? '*/*'}` : accept
}

function readRange(range: string): { type: string; weight: number } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 }
}
