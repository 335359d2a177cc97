import { randomBytes } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { oncePerProcess } from '@/lib/base/infra/process'

/** Stands for every caller whose address cannot be told; they are counted as one. */
const UNKNOWN_CALLER = 'unknown'

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

/** Carries the caller's address from the server's edge to the handler, inside this process. */
export const CALLER_HEADER = 'x-turnpike-caller'

/** Set at the server's edge only on requests that a proxy passed on. */
export const FORWARDED_HEADER = 'x-turnpike-forwarded'

const seal = oncePerProcess('caller seal', () => randomBytes(16).toString('hex'))

/** Builds the value of `CALLER_HEADER` for an address that this process has seen itself. */
export const markCaller = (address: string): string => `${seal} ${address}`

/** The sender's address, as the server's edge saw it: never the caller's own claim. */
export function callerOf(headers: Pick<Headers, 'get'>): string {
  const mark = headers.get(CALLER_HEADER)
  return mark?.startsWith(`${seal} `) ? mark.slice(seal.length + 1) : UNKNOWN_CALLER
}

/** True if any proxy, ours or not, passed the request on, so that its connection does not show its sender. */
export const isForwarded = (headers: Pick<Headers, 'get'>): boolean => headers.get(FORWARDED_HEADER) !== null
