import { isIP } from 'node:net'
import { TOOL_NAME } from '@/lib/base/x402/parse-bazaar-extension'
import { ADDRESS_SPELLING_SERVICES, PRIVATE_SUFFIXES } from '@/lib/base/x402/resource-info'
import { type Rejected, rejected } from './listing-outcome'

/** The identity of a resource in the catalog: equal for two listings of one thing. */
type ResourceIdentity = { key: string; resource: string; host: string }

type IdentityOutcome = { ok: true; identity: ResourceIdentity } | Rejected

/** In bytes; an index takes no more than 2,704. */
const MAX_KEY_LENGTH = 2_048

function accept(identity: ResourceIdentity): IdentityOutcome {
  const isShort = Buffer.byteLength(identity.key) <= MAX_KEY_LENGTH
  return isShort ? { ok: true, identity } : rejected('resource_invalid', 'A resource may have 2,048 characters.')
}

/**
 * Identity of an HTTP resource: method, origin and path (or route template), without the query.
 * Refuses anything that is not http(s) on a public name; loopback is accepted with `allowLoopback`.
 */
export function httpIdentity(
  rawUrl: string,
  {
    method,
    template,
    allowLoopback = false,
  }: { method: string | null; template?: string | null; allowLoopback?: boolean },
): IdentityOutcome {
  const url = URL.parse(rawUrl.trim())
  if (url === null || url.host === '') return rejected('resource_invalid', 'The resource is not an absolute URL.')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return rejected(
      'resource_scheme_unsupported',
      `Only http and https resources can be listed, not ${url.protocol.slice(0, 20)}`,
    )
  }
  if (url.username !== '' || url.password !== '') return rejected('resource_invalid', 'The URL holds credentials.')
  if (!isPublicHostName(url.hostname, { allowLoopback })) {
    return rejected('host_not_public', 'The host is not a public name.')
  }
  const path = template ?? readablePath(url.pathname)
  const resource = url.origin + (path === '/' ? '' : path)
  return accept({ key: `${method ?? 'ANY'} ${resource}`, resource, host: url.hostname })
}

/** URL parsing percent-encodes braces and leaves colons; templates keep both readable. */
const readablePath = (pathname: string): string =>
  pathname
    .replace(/%7B/gi, '{')
    .replace(/%7D/gi, '}')
    .replace(/(?<=.)\/+$/, '')

const MCP_IDENTIFIER = /^mcp:\/\/[\x21-\x7e]{1,300}$/

/**
 * Identity of an MCP tool: the pair of resource and tool name. The resource is `mcp://tool/<name>` or the
 * server's http(s) endpoint, which several tools share. `URL.origin` of an mcp identifier is the string "null".
 */
export function mcpIdentity(rawResource: string, toolName: string | null, allowLoopback = false): IdentityOutcome {
  const resource = rawResource.trim()
  if (toolName === null || !TOOL_NAME.test(toolName)) {
    return rejected('tool_name_missing', 'An MCP tool needs its toolName, up to 128 printable characters.')
  }
  if (MCP_IDENTIFIER.test(resource)) {
    return accept({ key: `mcp ${resource}#${toolName}`, resource, host: '' })
  }
  const outcome = httpIdentity(resource, { method: null, allowLoopback })
  if (!outcome.ok) return outcome
  const { identity } = outcome
  return accept({ ...identity, key: `mcp ${identity.resource}#${toolName}` })
}

/** Key of a tool whose identifier belongs to another seller: `mcp://tool/<name>` names no server, its payee does. */
export const laterToolKey = (key: string, { network, payTo }: { network: string; payTo: string }): string =>
  `${key} ${network}:${payToIdentity(network, payTo)}`

/** Approximates the registrable part of a host, its owner's: two labels, or three under a shared suffix. */
export function hostGroup(host: string): string {
  const labels = host.split('.')
  if (labels.length <= 2) return host
  const suffix = labels.slice(-2).join('.')
  const isShared = SHARED_SUFFIXES.has(suffix) || (labels.at(-1)?.length === 2 && (labels.at(-2)?.length ?? 9) <= 3)
  return labels.slice(isShared ? -3 : -2).join('.')
}

const SHARED_SUFFIXES = new Set(
  `vercel.app workers.dev pages.dev railway.app onrender.com herokuapp.com netlify.app fly.dev ngrok.app ngrok.io run.app
  ngrok-free.dev ngrok-free.app trycloudflare.com supabase.co github.io web.app loca.lt deno.dev replit.app repl.co
  amazonaws.com azurewebsites.net cloudfront.net render.com glitch.me surge.sh mypinata.cloud`
    .trim()
    .split(/\s+/),
)

/** Addresses are compared per family: EVM in any case, others exactly. */
export const payToIdentity = (network: string, payTo: string): string =>
  network.startsWith('eip155:') ? payTo.toLowerCase() : payTo

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
