import type { PlainRoutes } from '@/lib/base/http/find-plain-route'
import { running } from '@/lib/site/compose/running'

type Answer = (request: Request) => Promise<Response>

const facilitator =
  (verb: keyof ReturnType<typeof running<'facilitator'>>['facilitatorHttp']): Answer =>
  (request) =>
    running('facilitator').facilitatorHttp[verb](request)

const catalog =
  (verb: keyof ReturnType<typeof running<'bazaar'>>['catalog']['http']): Answer =>
  (request) =>
    running('bazaar').catalog.http[verb](request)

const operations =
  (verb: 'healthz' | 'readyz' | 'metrics'): Answer =>
  (request) =>
    running('operations')[verb](request)

/** Pages of other sites may ask, too. */
const catalogGet = (verb: Parameters<typeof catalog>[0]) => ({ GET: catalog(verb), OPTIONS: catalog('options') })
const catalogPost = (verb: Parameters<typeof catalog>[0]) => ({ POST: catalog(verb), OPTIONS: catalog('options') })

/** One handler for each of these methods. */
export const forMethods = <Handler>(methods: readonly string[], handler: Handler) =>
  Object.fromEntries(methods.map((method) => [method, handler]))

const mcpMethods = ['GET', 'POST', 'DELETE', 'OPTIONS']

/** Addresses of programs, with the verb that answers each method. The framework has no files of them. */
export const programRoutes: PlainRoutes = {
  '/api/v1/[...path]': forMethods(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], (request: Request) =>
    running('shop').sellerApi(request),
  ),
  '/facilitator/accepts': { POST: facilitator('accepts') },
  '/facilitator/discovery/merchant': catalogGet('merchant'),
  '/facilitator/discovery/openapi.json': { GET: catalog('openapi') },
  '/facilitator/discovery/owner': catalogPost('owner'),
  '/facilitator/discovery/preflight': catalogGet('preflight'),
  '/facilitator/discovery/probe': catalogPost('probe'),
  '/facilitator/discovery/resources': catalogGet('resources'),
  '/facilitator/discovery/search': catalogGet('search'),
  '/facilitator/discovery/validate': catalogPost('validate'),
  '/facilitator/health': { GET: facilitator('health') },
  '/facilitator/openapi.json': { GET: facilitator('openapi') },
  '/facilitator/settle': { POST: facilitator('settle') },
  '/facilitator/supported': { GET: facilitator('supported') },
  '/facilitator/verify': { POST: facilitator('verify') },
  '/healthz': { GET: operations('healthz') },
  '/mcp': forMethods(mcpMethods, (request: Request) => running('mcp').answer(request)),
  '/mcp/discovery': forMethods(mcpMethods, (request: Request) => running('mcp').answerDiscovery(request)),
  '/mcp/messages': { POST: (request) => running('mcp').takeMessage(request) },
  '/mcp/shop/[handle]': forMethods(
    mcpMethods,
    async (request: Request, { params }: { params: Promise<{ handle: string }> }) =>
      running('mcp').answerShop((await params).handle, request),
  ),
  '/mcp/sse': { GET: (request) => running('mcp').openStream(request) },
  '/metrics': { GET: operations('metrics') },
  '/readyz': { GET: operations('readyz') },
}
