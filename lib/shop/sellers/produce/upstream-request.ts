import { openSealed, type SealKey } from '../seal'

/** Headers of a buyer's request that an upstream gets besides those that its route declares. */
const passedRequestHeaders = ['accept', 'accept-language', 'content-type']

export type StoredUpstream = {
  routeId: string
  url: string
  sealedHeaders: Uint8Array | null
  timeoutMs: number
  maxBytes: number
}

/**
 * The URL of one request: parameters filled in, each as one segment (`[...rest]` as several), and the buyer's query
 * added. Parameters come from a canonical path, which has no dot segments and no encoded slashes.
 */
export function fillUpstreamUrl(
  template: string,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
): string {
  const filled = template.replaceAll(/\[(\.\.\.)?([a-zA-Z_][\w-]{0,63})\]/g, (_whole, isRest, name: string) => {
    const value = params[name] ?? ''
    return (isRest ? value.split('/') : [value]).map(encodeURIComponent).join('/')
  })
  const url = new URL(filled)
  // Query values in the seller's own URL are fixed: a buyer cannot override them.
  const fixed = new Set(url.searchParams.keys())
  for (const [name, value] of query) if (!fixed.has(name)) url.searchParams.append(name, value)
  return url.href
}

/** The buyer's harmless headers, overridden by the seller's own. */
export function buildUpstreamHeaders(
  sealKey: SealKey,
  upstream: StoredUpstream & { headers: readonly string[] },
  request: Request,
): Record<string, string> {
  const passed = [...passedRequestHeaders, ...upstream.headers].flatMap((name): [string, string][] => {
    const value = request.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const secrets = upstream.sealedHeaders ? openSealed(sealKey, upstream.routeId, upstream.sealedHeaders) : '{}'
  const own = Object.entries(JSON.parse(secrets) as Record<string, string>) // Only we seal it, always from this type.
  return Object.fromEntries([...passed, ...own.map(([name, value]) => [name.toLowerCase(), value])])
}
