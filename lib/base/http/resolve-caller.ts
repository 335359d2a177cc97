import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** Stands for every caller whose address cannot be told; they are counted as one. */
export const UNKNOWN_CALLER = 'unknown'

/**
 * The caller's address: the peer of the connection, unless that is one of our `trustedProxies`. Then it is the address
 * that the outermost of them saw, which is that many from the right in X-Forwarded-For. Callers write the others.
 */
export function resolveCaller(request: {
  peerAddress: string | undefined
  forwardedFor: string | undefined
  trustedProxies: number
}): string {
  const { peerAddress = '', forwardedFor = '', trustedProxies } = request
  const named = trustedProxies > 0 ? forwardedFor.split(',').at(-trustedProxies) : undefined
  return (named === undefined ? null : parseAddress(named)) ?? parseAddress(peerAddress) ?? UNKNOWN_CALLER
}

/** Longer than any spelling of an address with a port and a zone. */
const MAXIMUM_CHARACTERS = 64

/** The most frequent addresses: reading one takes longer than all else at the server's edge. */
const known = new LRUCache<string, { address: string | null }>({ max: 1_000 })

/**
 * An address in the one spelling that callers are counted under: IPv4 plain, also where it came within IPv6, and IPv6
 * as its /64, since one customer gets that. Null for an invalid address.
 */
export function parseAddress(text: string): string | null {
  if (text.length > MAXIMUM_CHARACTERS) return null
  const before = known.get(text)
  if (before) return before.address
  const address = readAddress(text.trim())
  known.set(text, { address })
  return address
}

function readAddress(text: string): string | null {
  const bare = withoutPort(text)
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return null
  const address = ipaddr.process(bare)
  if (address.kind() === 'ipv4' || address.range() === 'loopback') return address.toString()
  const network = [...address.toByteArray().slice(0, 8), 0, 0, 0, 0, 0, 0, 0, 0]
  return `${ipaddr.fromByteArray(network).toString()}/64`
}

/** Some proxies write the port of the connection behind the address. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(text) ?? []
  return bracketed ?? plain ?? text
}
