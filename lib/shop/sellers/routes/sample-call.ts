import type { SnippetCall } from '@/lib/base/x402/call-snippets'
import { parsePattern } from '@/lib/base/x402/route-pattern'
import type { PaymentRequired } from '@/lib/base/x402/wire'
import type { RouteView } from './routes'

const bodyMethods = new Set(['POST', 'PUT', 'PATCH'])

/**
 * A request to a route as a buyer would make it: parameters, query and body filled in from the seller's sample, and `1`
 * for a path parameter that it lacks.
 */
export function sampleCall(route: RouteView, challenge: PaymentRequired): SnippetCall {
  const { method, path, settings } = route
  const sample = settings.discovery.input ?? {}
  const names = parsePattern(path).segments.flatMap((part) => (part.kind === 'parameter' ? [part.name] : []))
  const rest = Object.fromEntries(Object.entries(sample).filter(([name]) => !names.includes(name)))
  const hasBody = bodyMethods.has(method)
  return {
    url: `${addressOf(route, sample)}${hasBody ? '' : queryOf(rest)}`,
    method,
    ...(hasBody && Object.keys(rest).length > 0 ? { body: rest } : {}),
    options: challenge.accepts.map(({ scheme, network }) => ({ scheme, network })),
    signInNetworks: settings.networks,
    maxDollars: settings.price?.dollars,
  }
}

function addressOf({ url, path }: RouteView, sample: Record<string, unknown>): string {
  const parts = parsePattern(path).segments.map((part) =>
    part.kind === 'literal' ? part.text : encodeURIComponent(plain(sample[part.name]) ?? '1'),
  )
  return `${url.slice(0, url.length - path.length)}/${parts.join('/')}`
}

function queryOf(values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const text = plain(value)
    return text === null ? [] : [[name, text]]
  })
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** A value that fits into a URL; null for anything nested. */
const plain = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
