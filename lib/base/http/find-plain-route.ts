import type { IncomingMessage } from 'node:http'
import type { FetchAnswer } from './fetch-answer'
import { methodNotAllowed } from './problem'

/** Exports of a route's file that answers with nothing of the framework's, by method; null where it needs the framework. */
type PlainRoute = Readonly<Partial<Record<(typeof methods)[number], PlainHandler | null>>>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Such files by their path in the framework's form. */
export type PlainRoutes = Readonly<Record<string, PlainRoute>>

type PlainHandler = (request: Request, context: never) => Response | Promise<Response>

type Params = Record<string, string | string[]>
type PlainRouteHandler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>

/** A path that means the same to every router: no escapes, no empty or relative parts, no slash at the end. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+)+$/

/** A path that the framework would not lead elsewhere. */
const WHOLE_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\]+)+$/

/** A shop's own address is a page for every reader. */
const OF_SHOP = /^\/x\/[^/]+$/

/** The framework's suffixes for parts of a page. */
const OF_FRAMEWORK = /\.rsc$|\.segments(?:\/|$)/

/**
 * Finds what answers a request without the framework, by paths in its form: `/mcp/shop/[handle]`, `/x/[...path]`.
 * `programs` are answered here whoever asks. For the others it is null for documents, for forms, for methods that the
 * framework adds to a file, and for addresses that routers may read differently: the framework answers by those files.
 */
export function createPlainRoutes(
  programs: PlainRoutes,
  files: PlainRoutes,
): (request: IncomingMessage) => FetchAnswer | null {
  const [findProgram, findFile] = [createFinder(programs, WHOLE_PATH), createFinder(files, PLAIN_PATH)]
  return ({ method = '', url = '', headers }) => {
    const path = url.split('?', 1)[0] ?? ''
    const program = findProgram(path)
    const found = program ?? findFile(path)
    if (!found) return null
    const { params, handlers } = found
    const allowed = [...handlers.keys(), ...(handlers.has('GET') ? ['HEAD'] : []), 'OPTIONS']
    // The framework's own 405 does not say which.
    if (!allowed.includes(method)) return async () => methodNotAllowed(allowed)
    const answerBy = (handler: PlainRouteHandler | null | undefined): FetchAnswer | null =>
      handler ? (request) => handler(request, { params: Promise.resolve(params) }) : null
    if (!program) return isForFramework(path, headers) ? null : answerBy(handlers.get(method))
    const answer = answerBy(handlers.get(method) ?? (method === 'HEAD' ? handlers.get('GET') : null))
    return answer ?? (async () => new Response(null, { status: 204, headers: { Allow: allowed.join(', ') } }))
  }
}

type FoundRoute = { params: Params; handlers: ReadonlyMap<string, PlainRouteHandler | null> }

function createFinder(routes: PlainRoutes, readable: RegExp): (path: string) => FoundRoute | undefined {
  const ordered = Object.entries(routes).toSorted(([a], [b]) => Number(a.includes('[')) - Number(b.includes('[')))
  const all = ordered.map(([path, route]) => ({ pattern: patternOf(path), handlers: handlersOf(route) }))
  return (path) => {
    const found = readable.test(path) ? all.find(({ pattern }) => pattern.test(path)) : undefined
    return found && { handlers: found.handlers, params: paramsOf(found.pattern, path) }
  }
}

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

const isForFramework = (path: string, { accept, rsc, 'content-type': type }: IncomingMessage['headers']): boolean =>
  rsc !== undefined ||
  (accept ?? '').includes('text/html') ||
  (type ?? '').startsWith('multipart/form-data') ||
  OF_SHOP.test(path) ||
  OF_FRAMEWORK.test(path)
