import { callerOf } from '@/lib/base/http/caller'
import { surfaceLimits } from '@/lib/base/http/limits'
import { answerFailure, isRefusal, problemResponse } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import type { Database } from '@/lib/base/infra/database'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { corsHeaders, preflightHeaders } from '@/lib/base/x402/protocol-headers'
import { parseParameters } from '../browse/filters'
import { listEntries, listParameters, merchantParameters } from '../browse/list-entries'
import { presentEntries, presentList } from '../browse/present-entry'
import { probeInput, probeResource } from '../crawl/probe-resource'
import { presentChecks, validateResource } from '../crawl/validate-resource'
import { presentOutcome } from '../entry/listing-outcome'
import { applyOwnerAction } from '../ingest/owner-action'
import type { CatalogDeps, DiscoveryEndpoint } from '../ports'
import { preflight } from '../preflight/preflight'
import { presentSearch, searchEntries, searchParameters } from '../search/search-entries'
import { discoveryOpenApi } from './discovery-open-api'

type Shape = { shape: object }
type Parameters = Record<string, string>

/** Enough many times over for the longest address with its template and a signed proof. */
const maxBytes = surfaceLimits.discovery.bodyBytes

type CatalogEndpoint = (request: Request) => Promise<Response>

/** The discovery endpoints as functions from request to response, for any HTTP server. */
export type CatalogHttp = Record<DiscoveryEndpoint | 'openapi' | 'options', CatalogEndpoint>

/** Open to every origin, without credentials. Every refusal is a problem document with a stable code. */
export function createCatalogHttp(deps: CatalogDeps): CatalogHttp {
  const { database } = deps
  const reading = (name: DiscoveryEndpoint, shape: Shape, work: (given: Parameters) => Promise<unknown>) =>
    guarded(deps, name, async (request) => json(await work(parametersOf(request, shape))))
  const asking = (name: DiscoveryEndpoint, work: (input: unknown) => Promise<unknown>) =>
    guarded(deps, name, async (request) => json(await work((await readJson(request, { maxBytes })).value)))
  return {
    resources: reading('resources', listParameters, async (given) => presentList(await listEntries(database, given))),
    search: reading('search', searchParameters, async (given) => presentSearch(await searchEntries(database, given))),
    merchant: reading('merchant', merchantParameters, (given) => listMerchant(database, given)),
    preflight: reading('preflight', probeInput, (given) => preflight(deps, given)),
    probe: asking('probe', async (input) => presentOutcome(await probeResource(deps, input))),
    validate: asking('validate', async (input) => presentChecks(await validateResource(deps, input))),
    owner: asking('owner', (input) => applyOwnerAction(deps, input)),
    openapi: async () => json(discoveryOpenApi(`${deps.publicOrigin}/facilitator/discovery`, deps.siteName)),
    options: async () =>
      new Response(null, {
        status: 204,
        headers: { ...preflightHeaders, 'access-control-allow-methods': 'GET, POST, OPTIONS' },
      }),
  }
}

/** Everything that is paid to one wallet, in the shape of other catalogs' `/discovery/merchant`. */
async function listMerchant(database: Database, parameters: Parameters) {
  const { payTo, limit, offset } = parseParameters(merchantParameters, parameters)
  const { items, pagination } = await listEntries(database, { payTo, limit: String(limit), offset: String(offset) })
  return { x402Version: 2, payTo, resources: presentEntries(items), pagination }
}

function guarded({ log, admit }: CatalogDeps, name: DiscoveryEndpoint, endpoint: CatalogEndpoint): CatalogEndpoint {
  return async (request) => {
    try {
      const refusal = await admit?.(callerOf(request.headers), name)
      return refusal ? tooMany(refusal.retryAfterSeconds) : await endpoint(request)
    } catch (error) {
      if (isDomainError(error) && isRefusal(error.code)) {
        const headers = error.code === 'PROBE_TOO_SOON' ? { 'retry-after': '3' } : undefined
        return problemResponse({ code: error.code, detail: error.message, headers }, corsHeaders)
      }
      return answerFailure(error, { log, message: 'a discovery request failed', headers: corsHeaders })
    }
  }
}

const tooMany = (seconds: number): Response => {
  const detail = `Too many requests from your address. Come back in ${seconds} s.`
  return problemResponse(
    { code: 'TOO_MANY_REQUESTS', detail, headers: { 'retry-after': String(seconds) } },
    corsHeaders,
  )
}

/**
 * Each parameter once; repeated ones are joined by commas, as lists are written. One that is not known is refused by
 * name: a caller that sets a filter must not take the whole list for its result.
 */
function parametersOf(request: Request, { shape }: Shape): Parameters {
  const { searchParams } = new URL(request.url)
  const unknown = [...searchParams.keys()].find((name) => !Object.hasOwn(shape, name))
  if (unknown !== undefined) {
    const why = `not known; there are ${Object.keys(shape).join(', ')}`
    throw new DomainError('INVALID_PARAMETER', say('call.parameter', { name: unknown.slice(0, 100), why }))
  }
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name).join(',')]),
  )
}

const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), {
    headers: { ...corsHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
