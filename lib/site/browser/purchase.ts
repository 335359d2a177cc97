import { asksAsPage } from '@/lib/base/x402/protocol-headers'

export type Purchase = {
  /** Path and query at this site; the whole URL where `send` brings it to another. */
  url: string
  method: string
  headers?: Record<string, string>
  /** JSON unless the headers say otherwise, already serialised. */
  body?: string
  /** Sends the request to another host; without it, the browser's own fetch does. */
  send?: typeof fetch
  /** Leaves the session out, so that a wallet that has paid before pays again. */
  isAnonymous?: boolean
}

/** The request as it is sent; it carries the session, so that a wallet that has paid gets in without paying. */
export function requestOf(
  { url, method, headers: declared, body, send, isAnonymous = false }: Purchase,
  headers: Record<string, string> = {},
): [string, RequestInit] {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  // Never HTML: a page's own fetch needs the content or the terms, not a page to pay on.
  const all = { accept: '*/*', ...(send ? {} : asksAsPage), ...type, ...declared, ...headers }
  const session = isAnonymous ? { credentials: 'omit' as const } : {}
  return [url, { method, body: body ?? null, headers: all, cache: 'no-store', ...session }]
}

/** Set on an answer from another host that was cut. */
export const CUT_HEADER = 'turnpike-relay-cut'

/** The function that sends a purchase's requests, wherever they go. */
export const sendFor = ({ send }: Purchase): typeof fetch => send ?? ((...request) => fetch(...request))

export function paymentKeyOf({ method, url, headers = {}, body = '' }: Purchase): string {
  const declared = Object.keys(headers).length === 0 ? '' : ` ${JSON.stringify(headers)}`
  return `${PAYMENT_KEY}${method} ${url} ${body}${declared}`
}

export const PAYMENT_KEY = 'turnpike-payment '
