import type { CanonicalPath } from './route-pattern'

declare const uriBrand: unique symbol

/** Name of one sold thing, built by us from the matched route; payments and entitlements are bound to it. */
export type ResourceUri = string & { readonly [uriBrand]: true }

/**
 * Longest name of one sold thing. Clients echo no more of it than that, and it fits each key of the database beside a
 * wallet and a network: an index takes 2,704 bytes in all.
 */
export const MAX_RESOURCE_URI_CHARACTERS = 2_048

export type ResourceLocation = {
  /** The configured public origin, such as `https://shop.example`; never the Host header. */
  origin: string
  path: CanonicalPath
  query: URLSearchParams
  /** Query parameters that are part of the resource; all others are left out. */
  countedQuery: readonly string[]
}

/**
 * Builds the canonical resource URI: origin, path with concrete parameters, and the query parameters that count and
 * are present, sorted by name. Repeated values of one parameter keep their order, as handlers may read any of them.
 */
export function canonicalResourceUri({ origin, path, query, countedQuery }: ResourceLocation): ResourceUri {
  const counted = new Set(countedQuery)
  // In one pass: to look each name up among thousands would keep everybody waiting.
  const pairs = [...query]
    .filter(([name]) => counted.has(name))
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  const uri =
    pairs.length === 0 ? `${requireOrigin(origin)}${path}` : `${requireOrigin(origin)}${path}?${pairs.join('&')}`
  return uri as ResourceUri // Each part is canonical by its type or was just encoded.
}

/** The identifier of a paid MCP tool: `mcp://tool/<tool_name>`, not a transport URL. */
export function toolResourceUri(toolName: string): ResourceUri {
  return `mcp://tool/${encodeURIComponent(toolName)}` as ResourceUri // The name was just encoded.
}

const knownOrigins = new Set<string>()

/** Checked once per origin: a process has one, and parsing it again would cost every request. */
function requireOrigin(origin: string): string {
  if (knownOrigins.has(origin)) return origin
  if (!/^https?:\/\//.test(origin) || new URL(origin).origin !== origin) {
    throw new RangeError(
      'Expected an http or https origin without path or trailing slash, such as https://shop.example.',
    )
  }
  if (knownOrigins.size < 16) knownOrigins.add(origin)
  return origin
}
