import type { IncomingMessage } from 'node:http'
import type { FetchAnswer } from './fetch-answer'
import { methodNotAllowed } from './problem'

/** The handlers at a path, by method; null where the framework has a file. */
type PlainRoute = Readonly<Partial<Record<(typeof methods)[number], PlainHandler | null>>>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Routes by their path in the framework's form. */
export type PlainRoutes = Readonly<Record<string, PlainRoute>>

type PlainHandler = (request: Request, context: never) => Response | Promise<Response>

type Params = Record<string, string | string[]>
type PlainRouteHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

/** A path without empty or relative parts, or a slash at its end: the framework leads those elsewhere. */
const WHOLE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)+$/

/**
 * Finds what answers a request without the framework, by paths in its form: `/mcp/shop/[handle]`, `/x/[...path]`. Null
 * where the framework answers.
 */
export function createPlainRoutes(routes: PlainRoutes): (request: IncomingMessage) => FetchAnswer | null {
  const ordered = Object.entries(routes).toSorted(([a], [b]) => Number(a.includes('[')) - Number(b.includes('[')))
  const all = ordered.map(([path, route]) => ({ pattern: patternOf(path), handlers: handlersOf(route) }))
  return ({ method = '', url = '' }) => {
    const path = withoutEscapes(url.split('?', 1)[0] ?? '')
    const found = WHOLE_PATH.test(path) ? all.find(({ pattern }) => pattern.test(path)) : undefined
    if (!found) return null
    const { pattern, handlers } = found
    const allowed = [...new Set([...handlers.keys(), ...(handlers.has('GET') ? ['HEAD'] : []), 'OPTIONS'])]
    // The framework's own 405 does not say which.
    if (!allowed.includes(method)) return async () => methodNotAllowed(allowed)
    if ([...handlers.values()].includes(null)) return null
    const handler = handlers.get(method) ?? (method === 'HEAD' ? handlers.get('GET') : null)
    if (handler) return (request) => handler(request, { params: Promise.resolve(paramsOf(pattern, path)) })
    return async () => new Response(null, { status: 204, headers: { Allow: allowed.join(', ') } })
  }
}

/** The same path with the escapes undone that say nothing: `/w%65ather` is `/weather`. Source: RFC 3986, 6.2.2.2. */
const withoutEscapes = (path: string): string =>
  path.replace(/%(2[de]|3\d|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi, (escape) => decodeURIComponent(escape))

/** Each parameter is a group; one with several parts is named with a `_` at its end. */
const patternOf = (path: string): RegExp => {
  const groups = path.replace(/\[(\.\.\.)?(\w+)\]|\./g, (_dot, rest?: string, name?: string) =>
    name === undefined ? '\\.' : rest ? `(?<${name}_>.+)` : `(?<${name}>[^/]+)`,
  )
  return new RegExp(`^${groups}$`)
}

const paramsOf = (pattern: RegExp, path: string): Params =>
  Object.fromEntries(
    Object.entries(pattern.exec(path)?.groups ?? {}).map(([name, value]) =>
      name.endsWith('_') ? [name.slice(0, -1), value.split('/')] : [name, value],
    ),
  )

/** Addresses by their methods, for what needs the framework: where it refuses a method, it does not name the others. */
export const ofFramework = (addresses: Readonly<Record<string, string>>): PlainRoutes =>
  Object.fromEntries(
    Object.entries(addresses).flatMap(([names, paths]) =>
      paths.split(/\s+/).map((path) => [path, Object.fromEntries(names.split(' ').map((name) => [name, null]))]),
    ),
  )

/** A handler takes the parameters of its own path, and gets no others. */
const handlersOf = (route: PlainRoute): ReadonlyMap<string, PlainRouteHandler | null> =>
  new Map(methods.flatMap((method) => (route[method] === undefined ? [] : [[method, route[method] as never]])))
