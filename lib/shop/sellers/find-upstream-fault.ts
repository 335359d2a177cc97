import { isIP } from 'node:net'
import { hostAndPort, isLoopbackAddress, isPublicAddress } from '@/lib/base/infra/safe-fetch'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { SellersContext } from './ports'

/** Only upstreams and webhooks may use `openHosts`: all other requests for a seller stay on the public internet. */
type Judging = Pick<SellersContext, 'resolve' | 'reach'> & Partial<Pick<SellersContext, 'openHosts'>>

const PARAMETER_PART = /\[(?:\.\.\.)?([a-zA-Z_][\w-]{0,63})\]/g

/**
 * Says why requests cannot be sent to that URL, or null. The name is resolved and each of its addresses is checked;
 * every later request checks again, since a name may resolve to something else by then.
 * @param parameters the names that the URL may contain, as `[name]` segments of its path
 */
export async function findUpstreamFault(
  { resolve, reach, openHosts }: Judging,
  address: string,
  parameters: readonly string[] = [],
): Promise<Sentence | null> {
  const unknown = [...address.matchAll(PARAMETER_PART)]
    .map(([, name]) => name ?? '')
    .find((name) => !parameters.includes(name))
  if (unknown !== undefined) return say('upstreamParameter', { name: unknown })
  const url = URL.parse(address.replaceAll(PARAMETER_PART, 'parameter'))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return say('upstreamRule')
  if (url.username !== '' || url.password !== '') return say('upstreamUser')
  if (url.hash !== '') return say('upstreamHash')
  if (/[[\]]/.test(originPart(address))) return say('upstreamHostParameter')
  const port = url.port === '' ? 443 : Number(url.port)
  if (port < 1024 && port !== 80 && port !== 443) return say('upstreamPort')
  if (openHosts?.has(hostAndPort(url))) return null
  return findHostFault(url.hostname.replace(/^\[|\]$/g, ''), { resolve, reach })
}

async function findHostFault(
  hostname: string,
  { resolve, reach }: Pick<SellersContext, 'resolve' | 'reach'>,
): Promise<Sentence | null> {
  const addresses = isIP(hostname) ? [hostname] : await resolve(hostname).catch(() => [])
  if (addresses.length === 0) return say('upstreamUnknown')
  const isOpen = (found: string) => isPublicAddress(found) || (reach === 'loopback' && isLoopbackAddress(found))
  return addresses.every(isOpen) ? null : say('upstreamPrivate')
}

/** Scheme, host and port as typed; an IPv6 host keeps its brackets and passes. */
function originPart(address: string): string {
  const origin = /^[a-z]+:\/\/([^/?#]*)/i.exec(address)?.[1] ?? ''
  return /^\[[0-9a-f:.]+\](:\d+)?$/i.test(origin) ? '' : origin
}
