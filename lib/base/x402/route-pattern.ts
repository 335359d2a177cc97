import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { decodePercent } from './header-codec'

/**
 * One part of a pattern between slashes: fixed text in canonical spelling, or a parameter of exactly one segment. The
 * last one may be `isRest`: it takes all segments that are left, one at least.
 */
type PatternSegment = { kind: 'literal'; text: string } | { kind: 'parameter'; name: string; isRest?: true }

export type RoutePattern = {
  source: string
  segments: readonly PatternSegment[]
  /** The one path that a pattern without parameters has; null for all others. */
  fixedPath: CanonicalPath | null
}

export class RoutePatternError extends Error {
  constructor(readonly sentence: Sentence) {
    super(inEnglish(sentence))
    this.name = 'RoutePatternError'
  }
}

const MAX_PATTERN_CHARACTERS = 512
const MAX_SEGMENTS = 32

const REST = /^\[\.\.\.(?!__proto__)([a-zA-Z_][\w-]{0,63})\]$/

/** Names as the SDK's templates have them; `__proto__` would be no ordinary key of an object. */
const PARAMETER = /^(?:\[(?!__proto__)([a-zA-Z_][\w-]{0,63})\]|:(?!__proto__)([a-zA-Z_][\w-]{0,63}))$/

/**
 * Parses a path pattern: literal segments, parameters (`[userId]`, or `:userId` as templates write it), and `*`,
 * an unnamed parameter that becomes `var1`, `var2` and so on. Each parameter takes exactly one segment, but for
 * `[...rest]` at the end, which takes everything below.
 */
export function parsePattern(source: string): RoutePattern {
  if (source.length > MAX_PATTERN_CHARACTERS) throw new RoutePatternError(say('pathTooLong'))
  if (!source.startsWith('/')) throw new RoutePatternError(say('pathSlash'))
  if (source === '/') return { source, segments: [], fixedPath: canonicalPath('/') }
  const parts = source.slice(1).split('/')
  if (parts.length > MAX_SEGMENTS) throw new RoutePatternError(say('pathTooDeep'))
  let wildcards = 0
  const segments = parts.map((part, index) =>
    part === '*'
      ? ({ kind: 'parameter', name: `var${++wildcards}` } as const)
      : parseSegment(part, index === parts.length - 1),
  )
  const names = segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new RoutePatternError(say('pathParameterTwice', { name: twice }))
  const isFixed = segments.every((segment) => segment.kind === 'literal')
  return { source, segments, fixedPath: isFixed ? canonicalPath(routeTemplate({ segments })) : null }
}

export function findPattern(source: string): RoutePattern | null {
  try {
    return parsePattern(source)
  } catch (error) {
    if (error instanceof RoutePatternError) return null
    throw error
  }
}

/** The template under which a catalog lists the route: `/users/[userId]` is `/users/:userId`, `/a/*` is `/a/:var1`. */
export const routeTemplate = ({ segments }: Pick<RoutePattern, 'segments'>): string =>
  `/${segments.map((part) => (part.kind === 'literal' ? part.text : `:${part.name}`)).join('/')}`

export function isDynamicPattern(pattern: RoutePattern): boolean {
  return pattern.segments.some((segment) => segment.kind === 'parameter')
}

export const isPrefixPattern = ({ segments }: RoutePattern): boolean => {
  const last = segments.at(-1)
  return last?.kind === 'parameter' && last.isRest === true
}

/** The canonical path of a request to the pattern and the values of its parameters, or null for any other request. */
export function matchRequestPath(
  pattern: RoutePattern,
  rawPathname: string,
): { path: CanonicalPath; params: Record<string, string> } | null {
  const { fixedPath } = pattern
  if (fixedPath !== null && rawPathname === fixedPath) return { path: fixedPath, params: {} }
  const path = canonicalPath(rawPathname)
  const params = path === null ? null : matchPattern(pattern, path)
  return path === null || params === null ? null : { path, params }
}

/** The values of the pattern's parameters in that path, decoded, or null when the path is of another route. */
export function matchPattern(pattern: RoutePattern, path: CanonicalPath): Record<string, string> | null {
  const parts = path === '/' ? [] : path.slice(1).split('/')
  const hasLength = isPrefixPattern(pattern)
    ? parts.length >= pattern.segments.length
    : parts.length === pattern.segments.length
  if (!hasLength) return null
  const params: Record<string, string> = {}
  for (const [index, segment] of pattern.segments.entries()) {
    const part = parts[index] ?? ''
    // Decoded segments hold no slashes, so a rest can be taken apart again.
    if (segment.kind === 'parameter') {
      params[segment.name] = (segment.isRest ? parts.slice(index) : [part]).map(decodeURIComponent).join('/')
    } else if (segment.text !== part) return null
  }
  return params
}

function parseSegment(part: string, isLast: boolean): PatternSegment {
  const rest = isLast ? REST.exec(part)?.[1] : undefined
  if (rest !== undefined) return { kind: 'parameter', name: rest, isRest: true }
  const parameter = PARAMETER.exec(part)
  const name = parameter?.[1] ?? parameter?.[2]
  if (name !== undefined) return { kind: 'parameter', name }
  if (/[[\]*:\s]/.test(part)) throw new RoutePatternError(say('pathSegments'))
  const text = canonicalSegment(part)
  if (text === null || /\.rsc$/i.test(part)) throw new RoutePatternError(say('pathPlain'))
  return { kind: 'literal', text }
}

export const routeMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const
export type RouteMethod = (typeof routeMethods)[number]

export type RouteKey = { method: RouteMethod; pattern: RoutePattern }

/** Methods whose input travels in the query; the others carry a body. */
export function isQueryMethod(method: RouteMethod): method is 'GET' | 'HEAD' | 'DELETE' {
  return method === 'GET' || method === 'HEAD' || method === 'DELETE'
}

/**
 * Parses the key of a route configuration: a method in capitals, one space, a path pattern.
 * Fails with `RoutePatternError`. Source: service spec 2.1.
 */
export function parseRouteKey(key: string): RouteKey {
  const space = key.indexOf(' ')
  const method = routeMethods.find((candidate) => candidate === key.slice(0, Math.max(space, 0)))
  if (!method) {
    throw new RoutePatternError(
      say('plain', { text: `Expected "<METHOD> <path>" with one of ${routeMethods.join(', ')}.` }),
    )
  }
  return { method, pattern: parsePattern(key.slice(space + 1)) }
}

declare const pathBrand: unique symbol

/** A request path in its one canonical spelling; routes, entitlements and the catalog are keyed by it. */
export type CanonicalPath = string & { readonly [pathBrand]: true }

const MAX_PATH_CHARACTERS = 2048

/**
 * The one canonical spelling of a request's path, or null when it has none and so matches no route.
 * Refused: encoded or doubled slashes, backslashes, dot segments, `;` parameters, control characters, double
 * encoding, invalid UTF-8, a trailing slash, and the paths under which Next.js serves its own variants of a page.
 * Composed and decomposed letters (`é` as one character or two, as macOS writes names) are the same.
 * Colons, stars and brackets come out encoded, so a path can never be mistaken for a pattern or a template.
 */
export function canonicalPath(rawPathname: string): CanonicalPath | null {
  if (rawPathname === '/') return '/' as CanonicalPath // The root has no other spelling.
  if (rawPathname.length > MAX_PATH_CHARACTERS || !/^(\/[!-.0-~]+)+$/.test(rawPathname)) return null
  const segments = rawPathname.slice(1).split('/').map(decodeSegment)
  const canonical = segments.map((segment) => (segment === null ? null : encodeSegment(segment)))
  if (canonical.includes(null) || isFrameworkPath(segments)) return null
  return `/${canonical.join('/')}` as CanonicalPath // Every segment was decoded once and encoded by us.
}

/** A decoded path segment in its canonical spelling, or null when no path may contain it. */
export function canonicalSegment(decoded: string): string | null {
  const segment = decoded.normalize('NFC')
  return isPlainSegment(segment) ? encodeSegment(segment) : null
}

function decodeSegment(raw: string): string | null {
  const segment = /[?#]/.test(raw) ? null : decodePercent(raw)?.normalize('NFC')
  return segment && isPlainSegment(segment) ? segment : null
}

const isPlainSegment = (segment: string) =>
  segment !== '' &&
  segment !== '.' &&
  segment !== '..' &&
  segment.isWellFormed() &&
  !/[/\\;\u0000-\u001f\u007f-\u009f]|%[0-9a-fA-F]{2}/.test(segment)

const encodeSegment = (segment: string) =>
  encodeURIComponent(segment)
    .replaceAll('*', '%2A')
    .replace(/%(24|26|2B|2C|3D|40)/g, (encoded) => decodeURIComponent(encoded))

/** `/_next/data/…` and `….rsc` are other renderings of a page; a gate that let them through would give it away. */
const isFrameworkPath = (segments: (string | null)[]) =>
  segments[0]?.toLowerCase() === '_next' || /\.rsc$/i.test(segments.at(-1) ?? '')
