import { isAddress } from '@/lib/base/x402/addresses'

export const hostAddress = (host: string): string => `/bazaar/host/${encodeURIComponent(host)}`

/** The page of a payTo wallet on that network. Null for an invalid address. */
export const payeeAddress = (network: string, address: string): string | null =>
  isAddress(network, address) ? `/bazaar/payee/${encodeURIComponent(network)}/${encodeURIComponent(address)}` : null

/** A listing's host, if a page can be named after it; null for a tool's identifier. */
export function hostOf({ resource }: { resource: string }): string | null {
  const url = URL.parse(resource)
  return url && /^https?:$/.test(url.protocol) ? parseHost(url.hostname) : null
}

/** The host in a path segment, or null when it is not a valid one. */
export function parseHost(segment: string): string | null {
  const host = decode(segment)?.toLowerCase() ?? ''
  return host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) ? host : null
}

/** The wallet in a path, or null. */
export function parsePayee(segments: { network: string; address: string }): { network: string; payTo: string } | null {
  const [network, payTo] = [decode(segments.network), decode(segments.address)]
  return network !== null && payTo !== null && isAddress(network, payTo) ? { network, payTo } : null
}

/** Null for a percent sign that encodes nothing. */
function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch (error) {
    if (error instanceof URIError) return null
    throw error
  }
}
