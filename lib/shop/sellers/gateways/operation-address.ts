import { decodeCanonicalSegment } from '@/lib/base/x402/canonical-path'
import { parsePattern, type RoutePattern, RoutePatternError } from '@/lib/base/x402/route-pattern'

/**
 * The address at which an operation is sold, and its path at the service. They differ only in a trailing slash, which
 * addresses here never have. Null for a path that no route can have.
 */
export function operationAddress(prefix: string, path: string): { path: string; upstreamPath: string } | null {
  const named = path
    .replaceAll(/\{([^{}/]{1,64})\}/g, (_whole, name: string) => `[${name.replaceAll(/[^\w-]/g, '_')}]`)
    .replace(/\/\*{1,2}$/, '/[...rest]')
  const bare = named.replace(/\/$/, '')
  const pattern = tryPattern(bare === '' ? '/' : bare)
  if (!pattern) return null
  const below = `/${pattern.segments.map((segment) => spell(segment, decodeCanonicalSegment)).join('/')}`
  const asked = `/${pattern.segments.map((segment) => spell(segment, (text) => text)).join('/')}`
  return {
    path: bare === '' ? prefix : `${prefix}${below}`,
    upstreamPath: named.endsWith('/') && bare !== '' ? `${asked}/` : asked,
  }
}

/** A path segment, either as a seller writes it or encoded as it is sent. */
const spell = (segment: RoutePattern['segments'][number], write: (text: string) => string): string => {
  if (segment.kind === 'literal') return write(segment.text)
  return segment.isRest ? `[...${segment.name}]` : `[${segment.name}]`
}

function tryPattern(path: string): RoutePattern | null {
  try {
    return parsePattern(path)
  } catch (error) {
    if (error instanceof RoutePatternError) return null
    throw error
  }
}
