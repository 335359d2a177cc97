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
const asked = (verb: Parameters<typeof catalog>[0]) => ({ GET: catalog(verb), OPTIONS: catalog('options') })
const sent = (verb: Parameters<typeof catalog>[0]) => ({ POST: catalog(verb), OPTIONS: catalog('options') })

/** One handler for each of these methods. */
export const by = <Handler>(methods: string, handler: Handler) =>
  Object.fromEntries(methods.split(' ').map((method) => [method, handler]))

const MCP = 'GET POST DELETE OPTIONS'

/** Addresses of programs, with the verb that answers each method. The framework has no files of them. */
export const programRoutes: PlainRoutes = {
  '/api/v1/[...path]': by('GET POST PUT PATCH DELETE OPTIONS', (request: Request) =>
    running('shop').sellerApi(request),
  ),
  '/facilitator/accepts': { POST: facilitator('accepts') },
  '/facilitator/discovery/merchant': asked('merchant'),
  '/facilitator/discovery/openapi.json': { GET: catalog('openapi') },
  '/facilitator/discovery/owner': sent('owner'),
  '/facilitator/discovery/preflight': asked('preflight'),
  '/facilitator/discovery/probe': sent('probe'),
  '/facilitator/discovery/resources': asked('resources'),
  '/facilitator/discovery/search': asked('search'),
  '/facilitator/discovery/validate': sent('validate'),
  '/facilitator/health': { GET: facilitator('health') },
  '/facilitator/openapi.json': { GET: facilitator('openapi') },
  '/facilitator/settle': { POST: facilitator('settle') },
  '/facilitator/supported': { GET: facilitator('supported') },
  '/facilitator/verify': { POST: facilitator('verify') },
  '/healthz': { GET: operations('healthz') },
  '/mcp': by(MCP, (request: Request) => running('mcp').answer(request)),
  '/mcp/discovery': by(MCP, (request: Request) => running('mcp').answerDiscovery(request)),
  '/mcp/messages': { POST: (request) => running('mcp').takeMessage(request) },
  '/mcp/shop/[handle]': by(MCP, async (request: Request, { params }: { params: Promise<{ handle: string }> }) =>
    running('mcp').answerShop((await params).handle, request),
  ),
  '/mcp/sse': { GET: (request) => running('mcp').openStream(request) },
  '/metrics': { GET: operations('metrics') },
  '/readyz': { GET: operations('readyz') },
}
