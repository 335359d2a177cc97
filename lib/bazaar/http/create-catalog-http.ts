import { callerOf } from '@/lib/base/http/caller'
import { surfaceLimits } from '@/lib/base/http/limits'
import { answerFailure, isRefusal, type ProblemCode, problemResponse } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import { corsHeaders, preflightHeaders } from '@/lib/base/x402/protocol-headers'
import { parseParameters } from '../browse/filters'
import { listParameters, merchantParameters } from '../browse/list-entries'
import { presentEntries, presentList } from '../browse/present-entry'
import { probeInput, probeResource } from '../crawl/probe-resource'
import { presentChecks, validateResource } from '../crawl/validate-resource'
import { presentOutcome } from '../entry/listing-outcome'
import type { Reads } from '../find-board'
import { applyOwnerAction } from '../ingest/owner-action'
import type { CatalogDeps, DiscoveryEndpoint } from '../ports'
import { preflight } from '../preflight/preflight'
import { presentSearch, searchParameters } from '../search/search-entries'
import { discoveryOpenApi } from './discovery-open-api'

type CatalogEndpoint = (request: Request) => Promise<Response>

/** The discovery endpoints as functions from request to response, for any HTTP server. */
export type CatalogHttp = Record<DiscoveryEndpoint | 'openapi' | 'options', CatalogEndpoint>

/** Open to every origin, without credentials. Every refusal is a problem document with a stable code. */
export function createCatalogHttp(deps: CatalogDeps, { list, search }: Reads): CatalogHttp {
  const answer = (name: DiscoveryEndpoint, work: (request: Request) => Promise<unknown>): CatalogEndpoint =>
    guarded(deps, name, async (request) => json(await work(request)))
  return {
    resources: answer('resources', async (request) => presentList(await list(parametersOf(request, listParameters)))),
    search: answer('search', async (request) => presentSearch(await search(parametersOf(request, searchParameters)))),
    probe: answer('probe', async (request) => presentOutcome(await probeResource(deps, await readInput(request)))),
    preflight: answer('preflight', async (request) => preflight(deps, parametersOf(request, probeInput))),
    merchant: answer('merchant', (request) => listMerchant(list, parametersOf(request, merchantParameters))),
    validate: answer('validate', async (request) =>
      presentChecks(await validateResource(deps, await readInput(request))),
    ),
    owner: answer('owner', async (request) => applyOwnerAction(deps, await readInput(request))),
    openapi: async () => json(discoveryOpenApi(`${deps.publicOrigin}/facilitator/discovery`, deps.siteName)),
    options: async () =>
      new Response(null, {
        status: 204,
        headers: { ...preflightHeaders, 'access-control-allow-methods': 'GET, POST, OPTIONS' },
      }),
  }
}

/** Everything that is paid to one wallet, in the shape of other catalogs' `/discovery/merchant`. */
async function listMerchant(list: Reads['list'], parameters: Record<string, string>) {
  const { payTo, limit, offset } = parseParameters(merchantParameters, parameters)
  const { items, pagination } = await list({ payTo, limit: String(limit), offset: String(offset) })
  return { x402Version: 2, payTo, resources: presentEntries(items), pagination }
}

/** Enough many times over for the longest address with its template and a signed proof. */
const readInput = async (request: Request): Promise<unknown> =>
  (await readJson(request, { maxBytes: surfaceLimits.discovery.bodyBytes })).value

function guarded({ log, admit }: CatalogDeps, name: DiscoveryEndpoint, endpoint: CatalogEndpoint): CatalogEndpoint {
  return async (request) => {
    try {
      const refusal = await admit?.(callerOf(request.headers), name)
      return refusal ? tooMany(refusal.retryAfterSeconds) : await endpoint(request)
    } catch (error) {
      if (isDomainError(error) && isRefusal(error.code)) {
        const headers: Record<string, string> = error.code === 'PROBE_TOO_SOON' ? { 'retry-after': '3' } : {}
        return problem(error.code, error.message, headers)
      }
      return answerFailure(error, { log, message: 'a discovery request failed', headers: corsHeaders })
    }
  }
}

const tooMany = (seconds: number): Response =>
  problem('TOO_MANY_REQUESTS', `Too many requests from your address. Come back in ${seconds} s.`, {
    'retry-after': String(seconds),
  })

/**
 * Each parameter once; repeated ones are joined by commas, as lists are written. One that is not known is refused by
 * name: a caller that sets a filter must not take the whole list for its result.
 */
function parametersOf(request: Request, { shape }: { shape: object }): Record<string, string> {
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

const problem = (code: ProblemCode, detail: string, headers: Record<string, string> = {}): Response =>
  problemResponse(
    { code, detail, title: code.toLowerCase().replaceAll('_', ' '), headers },
    { ...corsHeaders, 'cache-control': 'no-store' },
  )
