import type { IncomingMessage } from 'node:http'
import type { FetchAnswer } from './fetch-answer'
import { methodNotAllowed } from './problem'

/** Exports of a route's file that answers with nothing of the framework's, by method. */
type PlainRoute = Readonly<Partial<Record<(typeof methods)[number], PlainHandler>>>

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Such files by their path in the framework's form. */
export type PlainRoutes = Readonly<Record<string, PlainRoute>>

type PlainHandler = (request: Request, context: never) => Response | Promise<Response>

type Params = Record<string, string | string[]>
type Handlers = ReadonlyMap<string, (request: Request, context: { params: Promise<Params> }) => Promise<Response>>
type Found = { handlers: Handlers; params: Params }

/** A path that means the same to every router: no escapes, no empty or relative parts, no slash at the end. */
const PLAIN_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~!$&'()*+,;=:@-]+)+$/

/** A shop's own address is a page for every reader. */
const OF_SHOP = /^\/x\/[^/]+$/

/** The framework's suffixes for parts of a page. */
const OF_FRAMEWORK = /\.rsc$|\.segments(?:\/|$)/

/**
 * Finds what answers a request without the framework, by paths in its form: `/mcp/shop/[handle]`, `/x/[...path]`. Null
 * for documents, for forms, for methods that the framework adds to a file, and for addresses that routers may read
 * differently: the framework answers those, by the same files.
 */
export function createPlainRoutes(routes: PlainRoutes): (request: IncomingMessage) => FetchAnswer | null {
  const fixed = new Map<string, Found>()
  const open: { beginning: string; name: string; isRest: boolean; handlers: Handlers }[] = []
  for (const [path, route] of Object.entries(routes)) {
    const handlers = handlersOf(route)
    const [, beginning, rest, name] = /^(.*\/)\[(\.\.\.)?(\w+)\]$/.exec(path) ?? []
    if (beginning === undefined || name === undefined) fixed.set(path, { handlers, params: {} })
    else open.push({ beginning, name, isRest: rest !== undefined, handlers })
  }
  const find = (path: string): Found | null => {
    const known = fixed.get(path)
    if (known) return known
    for (const { beginning, name, isRest, handlers } of open) {
      if (!path.startsWith(beginning)) continue
      const rest = path.slice(beginning.length)
      if (isRest) return { handlers, params: { [name]: rest.split('/') } }
      if (!rest.includes('/')) return { handlers, params: { [name]: rest } }
    }
    return null
  }
  return ({ method = '', url = '', headers }) => {
    const path = url.split('?', 1)[0] ?? ''
    const found = PLAIN_PATH.test(path) ? find(path) : null
    if (!found) return null
    const { handlers, params } = found
    const allowed = [...handlers.keys(), ...(handlers.has('GET') ? ['HEAD'] : []), 'OPTIONS']
    // The framework's own 405 does not say which.
    if (!allowed.includes(method)) return async () => methodNotAllowed(allowed)
    const handler = isForFramework(path, headers) ? undefined : handlers.get(method)
    return handler ? (request) => handler(request, { params: Promise.resolve(params) }) : null
  }
}

/** A handler takes the parameters of its own path, and gets no others. */
const handlersOf = (route: PlainRoute): Handlers =>
  new Map(methods.flatMap((method) => (route[method] ? [[method, route[method] as never]] : [])))

const isForFramework = (path: string, { accept, rsc, 'content-type': type }: IncomingMessage['headers']): boolean =>
  rsc !== undefined ||
  (accept ?? '').includes('text/html') ||
  (type ?? '').startsWith('multipart/form-data') ||
  OF_SHOP.test(path) ||
  OF_FRAMEWORK.test(path)
