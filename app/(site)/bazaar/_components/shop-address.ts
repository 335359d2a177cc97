import { isAddress } from '@/lib/base/x402/addresses'

/** The page of a host: what is sold there. */
export const hostAddress = (host: string): string => `/bazaar/host/${encodeURIComponent(host)}`

/** The page of a wallet: what pays it on that network. Null where no wallet can be. */
export const payeeAddress = (network: string, address: string): string | null =>
  isAddress(network, address) ? `/bazaar/payee/${encodeURIComponent(network)}/${encodeURIComponent(address)}` : null

/** The host that a listing is at, if a page can be named after it; a tool's identifier is at none. */
export function hostOf({ resource }: { resource: string }): string | null {
  const url = URL.parse(resource)
  return url && /^https?:$/.test(url.protocol) ? parseHost(url.hostname) : null
}

/** A host of an address, or null when it cannot be the name of one. */
export function parseHost(segment: string): string | null {
  const host = decode(segment)?.toLowerCase() ?? ''
  return host.length <= 253 && /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) ? host : null
}

/** The wallet in an address, or null. */
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
