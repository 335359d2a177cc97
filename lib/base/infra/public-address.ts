import ipaddr from 'ipaddr.js'

/**
 * Services of clouds for their own machines at addresses that are public in form: Azure's, which tells a machine its
 * credentials, and IBM's.
 */
const cloudServices = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((range) => ipaddr.IPv4.parseCIDR(range))

/**
 * True if an address may be reached on a client's behalf: only global unicast. Private, loopback, link-local, carrier,
 * multicast, documentation and reserved ranges are refused, and so is any IPv6 form that carries an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  if (parsed instanceof ipaddr.IPv4) return !cloudServices.some((range) => parsed.match(range))
  // Only 2000::/3 of IPv6 is allocated; below it are old forms that carry an IPv4 address, such as ::127.0.0.1.
  return (parsed.toByteArray()[0] ?? 0) >> 5 === 1
}

/** Loopback in any spelling, IPv4 in IPv6 included. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

const ownRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/** An address of this machine or of a private network, or the IPv6 network of one. */
export function isPrivateAddress(address: string): boolean {
  const bare = address.replace(/\/64$/, '')
  return ipaddr.isValid(bare) && ownRanges.has(ipaddr.process(bare).range())
}
