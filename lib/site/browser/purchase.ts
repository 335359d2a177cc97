/** The request that a payment buys an answer to. */
export type Purchase = {
  /** Path and query at this site; the whole address where `send` brings it to another. */
  url: string
  method: string
  /** What the seller asks for beside the body. */
  headers?: Record<string, string>
  /** JSON unless the headers say otherwise, already serialised. */
  body?: string
  /** Brings the request to another host; the browser's own fetch without it. */
  send?: typeof fetch
  /** Leaves the session out, so that a wallet that has paid before pays again. */
  isAnonymous?: boolean
}

/** The request as it is sent; it carries the session, so that a wallet that has paid is let in without paying. */
export function requestOf(
  { url, method, headers: declared, body, isAnonymous = false }: Purchase,
  headers: Record<string, string> = {},
): [string, RequestInit] {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  // Never HTML: the answer to a page's own fetch is the content or the terms, not a page to pay on.
  const all = { accept: '*/*', ...type, ...declared, ...headers }
  const session = isAnonymous ? { credentials: 'omit' as const } : {}
  return [url, { method, body: body ?? null, headers: all, cache: 'no-store', ...session }]
}

/** Set on an answer from elsewhere of which only the beginning came. */
export const CUT_HEADER = 'turnpike-relay-cut'

/** Sends a request of a purchase, wherever it leads. */
export const sendFor = ({ send }: Purchase): typeof fetch => send ?? ((...request) => fetch(...request))

/** Under which a signed payment for this request is kept in the browser. */
export function paymentKeyOf({ method, url, headers = {}, body = '' }: Purchase): string {
  const declared = Object.keys(headers).length === 0 ? '' : ` ${JSON.stringify(headers)}`
  return `${PAYMENT_KEY}${method} ${url} ${body}${declared}`
}

/** How every key begins under which a payment is kept. */
export const PAYMENT_KEY = 'turnpike-payment '
