import { surfaceLimits } from '@/lib/http/surface-limits'
import { randomUUID } from 'node:crypto'
import { readJson } from '@/lib/http/read-body'
import { isDomainError } from '@/lib/infra/domain-error'
import { corsHeaders, preflightHeaders } from '@/lib/x402/protocol-headers'
import { listEntries } from '../browse/list-entries'
import { applyOwnerAction } from '../ingest/owner-action'
import type { CatalogDeps, DiscoveryEndpoint } from '../ports'
import { probeResource } from '../crawl/probe-resource'
import type { SearchResult } from '../search/search-entries'
import { validateResource } from '../crawl/validate-resource'
import { discoveryOpenApi } from './discovery-open-api'
import { eventStream } from './event-stream'

type Endpoint = (request: Request) => Promise<Response>

/** The discovery endpoints as functions from request to response; whoever serves HTTP mounts them. */
export type CatalogHttp = Record<DiscoveryEndpoint | 'openapi' | 'preflight', Endpoint>

const STATUS: Record<string, number> = {
  INVALID_PARAMETER: 400,
  INVALID_BODY: 400,
  BODY_NOT_JSON: 400,
  INVALID_URL: 400,
  BODY_TOO_SLOW: 408,
  BODY_TOO_LARGE: 413,
  LISTING_SUSPENDED: 403,
  OWNER_PROOF_INVALID: 403,
  ENTRY_NOT_FOUND: 404,
  PROBE_TOO_SOON: 429,
}

/** Open to every origin, without credentials. What is refused is a problem document with a stable code. */
export function createCatalogHttp(
  deps: CatalogDeps,
  search: (parameters: Record<string, string>) => Promise<SearchResult>,
): CatalogHttp {
  const answer = (name: DiscoveryEndpoint, work: (request: Request) => Promise<unknown>): Endpoint =>
    guarded(deps, name, async (request) => json(await work(request)))
  return {
    resources: answer('resources', (request) => listEntries(deps.database, parametersOf(request))),
    search: answer('search', (request) => search(parametersOf(request))),
    probe: answer('probe', async (request) => probeResource(deps, await readInput(request))),
    validate: answer('validate', async (request) => validateResource(deps, await readInput(request))),
    owner: answer('owner', async (request) => applyOwnerAction(deps, await readInput(request))),
    events: guarded(deps, 'events', async (request) => {
      const stream = await eventStream(deps.database, request)
      if (stream === null)
        return problem(503, 'TOO_MANY_READERS', 'Too many are reading the news already. Try again in a minute.', {
          'retry-after': '60',
        })
      return new Response(stream, {
        headers: {
          ...corsHeaders,
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      })
    }),
    openapi: async () => json(discoveryOpenApi(`${deps.publicOrigin}/facilitator/discovery`)),
    preflight: async () =>
      new Response(null, {
        status: 204,
        headers: { ...preflightHeaders, 'access-control-allow-methods': 'GET, POST, OPTIONS' },
      }),
  }
}

/** The longest address with its template and a signed proof fits many times. */
const readInput = async (request: Request): Promise<unknown> =>
  (await readJson(request, { maxBytes: surfaceLimits.discovery.bodyBytes })).value

function guarded(
  { log, admit }: Pick<CatalogDeps, 'log' | 'admit'>,
  name: DiscoveryEndpoint,
  endpoint: Endpoint,
): Endpoint {
  return async (request) => {
    try {
      const refusal = await admit?.(request, name)
      return refusal ? tooMany(refusal.retryAfterSeconds) : await endpoint(request)
    } catch (error) {
      if (isDomainError(error) && STATUS[error.code] !== undefined) {
        return problem(
          STATUS[error.code] ?? 400,
          error.code,
          error.message,
          error.code === 'PROBE_TOO_SOON' ? { 'retry-after': '3' } : {},
        )
      }
      const reference = randomUUID()
      log.error({ err: error, reference }, 'a discovery request failed')
      return problem(500, 'INTERNAL', `Something went wrong here. Reference ${reference}.`)
    }
  }
}

const tooMany = (seconds: number): Response =>
  problem(429, 'TOO_MANY_REQUESTS', `Too many requests from your address. Come back in ${seconds} s.`, {
    'retry-after': String(seconds),
  })

/** Each parameter once; repeated ones are joined by comma, as lists are written. */
function parametersOf(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join(',')]),
  )
}

const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), {
    headers: { ...corsHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })

function problem(status: number, code: string, detail: string, headers: Record<string, string> = {}): Response {
  const body = JSON.stringify({
    type: 'about:blank',
    title: code.toLowerCase().replaceAll('_', ' '),
    status,
    code,
    detail,
  })
  return new Response(body, {
    status,
    headers: { ...corsHeaders, ...headers, 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}
