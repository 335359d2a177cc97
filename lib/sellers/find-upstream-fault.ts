import { isIP } from 'node:net'
import { isLoopbackAddress, isPublicAddress } from '@/lib/infra/public-address'
import { hostAndPort } from '@/lib/infra/safe-fetch'
import type { SellersContext } from './ports'

/** `openHosts` are for upstreams alone: what else is asked for a seller stays on the public internet. */
type Judging = Pick<SellersContext, 'resolve' | 'reach'> & Partial<Pick<SellersContext, 'openHosts'>>

const PARAMETER_PART = /\[(?:\.\.\.)?([a-zA-Z_][\w-]{0,63})\]/g

/**
 * Why requests cannot be sent to that address, or null. Names are resolved and every address of theirs is judged;
 * each later request checks again, since a name may mean something else by then.
 * @param parameters those that the address may hold, as `[name]` segments of its path
 */
export async function findUpstreamFault(
  { resolve, reach, openHosts }: Judging,
  address: string,
  parameters: readonly string[] = [],
): Promise<string | null> {
  const unknown = [...address.matchAll(PARAMETER_PART)]
    .map(([, name]) => name ?? '')
    .find((name) => !parameters.includes(name))
  if (unknown !== undefined) return `The path of the route has no parameter “${unknown}”.`
  const url = URL.parse(address.replaceAll(PARAMETER_PART, 'parameter'))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'Write an address with https:// or http://.'
  if (url.username !== '' || url.password !== '') return 'Leave user name and password out; add a header instead.'
  if (url.hash !== '') return 'Leave out what follows #; servers never see it.'
  if (/[[\]]/.test(originPart(address))) return 'Parameters belong in the path, not in the host.'
  const port = url.port === '' ? 443 : Number(url.port)
  if (port < 1024 && port !== 80 && port !== 443) return 'This port is not one for HTTP.'
  if (openHosts?.has(hostAndPort(url))) return null
  return findHostFault(url.hostname.replace(/^\[|\]$/g, ''), { resolve, reach })
}

async function findHostFault(
  hostname: string,
  { resolve, reach }: Pick<SellersContext, 'resolve' | 'reach'>,
): Promise<string | null> {
  const addresses = isIP(hostname) ? [hostname] : await resolve(hostname).catch(() => [])
  if (addresses.length === 0) return 'This host name has no address.'
  const isOpen = (found: string) => isPublicAddress(found) || (reach === 'loopback' && isLoopbackAddress(found))
  return addresses.every(isOpen) ? null : 'This host is not on the public internet.'
}

/** Scheme, host and port as they were typed; an IPv6 host keeps its brackets and is let through. */
function originPart(address: string): string {
  const origin = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? ''
  return /^\[[0-9a-f:.]+\](:\d+)?$/i.test(origin) ? '' : origin
}
