import { isRecord, recordOf } from '@/lib/base/x402/header-codec'
import { matchTemplate } from '@/lib/base/x402/match-template'
import { type Discovery, parseBazaarExtension } from '@/lib/base/x402/parse-bazaar-extension'
import type { EntryDraft, OptionDraft } from '../entry/draft'
import { type Rejected, rejected } from '../entry/listing-outcome'
import { parseListing } from './parse-listing'

export type DraftOutcome = { ok: true; draft: EntryDraft; isOptedIn: boolean } | Rejected

type ChallengedRequest = { url: string; method: string; allowLoopback: boolean }

/**
 * Reads a live 402 about the resource that was asked for. Unlike in an import, every claim must hold: a payable option
 * with price, asset and payee, the resource if it is named, a template that the address fits. `isOptedIn` tells whether
 * it declares `bazaar`.
 */
export function draftFromChallenge(challenge: Record<string, unknown>, asked: ChallengedRequest): DraftOutcome {
  const url = new URL(asked.url)
  const named = namedResource(challenge)
  if (named !== null && !isSameResource(named, url)) {
    return rejected(
      'resource_differs',
      `The 402 names the resource ${named.slice(0, 200)}, not the address that was asked for.`,
    )
  }
  const { bazaar } = recordOf(challenge.extensions)
  const parsed = bazaar === undefined ? null : parseBazaarExtension(bazaar)
  if (parsed && !parsed.ok) return rejected('bazaar_invalid', parsed.reason)
  const fault = parsed ? findDiscoveryFault(parsed.discovery, url, asked.method) : null
  if (fault) return rejected('bazaar_differs', fault)
  const { allowLoopback } = asked
  const template = parsed?.discovery.type === 'http' ? (parsed.discovery.routeTemplate ?? '') : ''
  const listing = parseListing(toListing(challenge, asked, parsed?.discovery ?? null), { allowLoopback, template })
  if (!listing.ok) return listing
  // An option that leaves a part of its terms open is dropped.
  const options = listing.draft.options.filter(isComplete)
  if (options.length === 0)
    return rejected('no_payable_option', 'No option in `accepts` has a scheme, network, amount, asset and payTo.')
  return { ok: true, isOptedIn: parsed !== null, draft: { ...listing.draft, options, lastUpdated: null } }
}

const isComplete = (option: OptionDraft): boolean =>
  option.amountAtomic !== null && option.asset !== null && option.payTo !== null

/** The resource that a challenge names: version 2 at the top, version 1 in each option. */
function namedResource(challenge: Record<string, unknown>): string | null {
  const { resource, accepts } = challenge
  if (isRecord(resource) && typeof resource.url === 'string') return resource.url
  if (typeof resource === 'string') return resource
  const first: unknown = Array.isArray(accepts) ? accepts[0] : null
  return isRecord(first) && typeof first.resource === 'string' ? first.resource : null
}

/** Compares origin and path, but accepts http for https: servers behind a proxy that ends TLS name themselves so. */
function isSameResource(named: string, asked: URL): boolean {
  const url = URL.parse(named, asked)
  if (url === null) return false
  return url.host === asked.host && trimPath(url.pathname) === trimPath(asked.pathname)
}

const trimPath = (path: string): string => path.replace(/\/+$/, '')

function findDiscoveryFault(discovery: Discovery, url: URL, method: string): string | null {
  if (discovery.type === 'mcp') return null
  if (discovery.method !== null && discovery.method !== method)
    return `It declares ${discovery.method}, but ${method} was asked for.`
  if (discovery.routeTemplate !== null && !fitsTemplate(url.pathname, discovery.routeTemplate)) {
    return `The path does not fit the declared routeTemplate ${discovery.routeTemplate}.`
  }
  return null
}

export const fitsTemplate = (path: string, template: string): boolean =>
  matchTemplate(trimPath(template), trimPath(path)) !== null

function toListing(
  challenge: Record<string, unknown>,
  asked: ChallengedRequest,
  discovery: Discovery | null,
): Record<string, unknown> {
  const info = recordOf(challenge.resource)
  return {
    ...info,
    resource: asked.url,
    type: discovery?.type ?? 'http',
    method: asked.method,
    ...(discovery?.type === 'mcp' && { toolName: discovery.toolName }),
    x402Version: challenge.x402Version,
    accepts: challenge.accepts,
    extensions: challenge.extensions,
    ...(discovery && { discoveryInfo: { input: discovery.input, output: discovery.output } }),
  }
}
