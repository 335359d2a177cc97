import { isIP } from 'node:net'
import { ADDRESS_SPELLING_SERVICES, PRIVATE_SUFFIXES } from '@/lib/base/x402/resource-info'

/** Suffixes of private networks and documents, and names that resolve to an address written in them. */
const UNLISTED_SUFFIXES = [...PRIVATE_SUFFIXES, ...ADDRESS_SPELLING_SERVICES, 'test', 'invalid', 'example']

const endsWithLabel = (host: string, suffix: string): boolean => host === suffix || host.endsWith(`.${suffix}`)

export const isLoopbackHost = (hostname: string): boolean =>
  endsWithLabel(bareHost(hostname), 'localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(bareHost(hostname)) ||
  bareHost(hostname) === '::1'

/**
 * True if a host name may be listed: a name of at least two labels that is not reserved for private use and does not
 * spell an address. Addresses that a public name resolves to are checked again when it is fetched.
 */
export function isPublicHostName(hostname: string, { allowLoopback = false } = {}): boolean {
  const host = bareHost(hostname)
  if (host.length > 253) return false
  if (isLoopbackHost(host)) return allowLoopback
  if (isIP(host) !== 0) return false
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/.test(host)) return false
  return !UNLISTED_SUFFIXES.some((suffix) => endsWithLabel(host, suffix))
}

const bareHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
