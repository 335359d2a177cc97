import { createHash } from 'node:crypto'
import { answerFailure } from '@/lib/base/http/answer-failure'
import { bearerOf } from '@/lib/base/http/bearer'
import { CONFIRMATION_HEADER } from '@/lib/base/http/confirmation-header'
import { methodNotAllowed } from '@/lib/base/http/problem'
import { statusOf } from '@/lib/base/http/problem-status'
import { createRateLimit } from '@/lib/base/http/rate-limit'
import { readJson } from '@/lib/base/http/read-body'
import { readContentLength } from '@/lib/base/http/read-content-length'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import type { Logger } from '@/lib/base/infra/logger'
import { say } from '@/lib/base/sentences/say'
import { InputRefusedError, parseInput } from '@/lib/shop/sellers/input-refused-error'
import { type FoundKey, findKey } from '@/lib/shop/sellers/keys/keys'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { type Answered, answerOnce } from '@/lib/shop/sellers/replays/replay'
import { apiHeaders, jsonResponse, problemResponse, streamResponse, toJson, toProblem } from './api-response'
import { openApiDocument } from './open-api-document'
import type { ApiCall, SellerApiPorts } from './operation'
import { type FoundOperation, findOperation } from './operations'

export type SellerApi = (request: Request) => Promise<Response>

type Parts = {
  sellers: SellersContext
  ports: SellerApiPorts
  log: Logger
  siteName?: string
  /** Requests of one key, on average over ten seconds. */
  requestsPerSecond?: number
}

const SELLER_API_PATH = '/api/v1'

/**
 * The sellers' API: the pages' functions, for programs. Only a key in the Authorization header counts. Cookies are
 * ignored, so that no other site's page can act in a seller's name.
 */
export function createSellerApi({
  sellers,
  ports,
  log,
  siteName,
  requestsPerSecond = surfaceLimits.sellerApi.requestsPerSecond,
}: Parts): SellerApi {
  const takeTurn = createRateLimit(sellers.clock)

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const path = url.pathname.slice(SELLER_API_PATH.length)
    if (path === '/openapi.json' && method === 'GET')
      return jsonResponse(200, toJson(openApiDocument(sellers.publicOrigin, siteName)))
    const found = findOperation(method, path)
    if ('allowed' in found) return refuseMethod(found.allowed)
    const key = await findKey(sellers, bearerOf(request) ?? '')
    if (!key) return refuseUnknownKey()
    const verdict = takeTurn({ caller: `seller:${key.keyId}`, requestsPerSecond })
    if (verdict) return refuseHaste(verdict.retryAfterSeconds)
    const { scope } = found.operation
    if (!key.scopes.has(scope)) {
      return problemResponse({ code: 'SCOPE_MISSING', detail: `This key does not allow ${scope}.` })
    }
    return perform(request, found, key)
  }

  async function perform(request: Request, found: FoundOperation, key: FoundKey): Promise<Response> {
    const { operation, params } = found
    const sent = operation.body === null || operation.body === 'file' ? null : await readInput(request)
    const query = readQuery(found, new URL(request.url))
    const call: ApiCall = {
      context: sellers,
      actor: key.actor,
      scopes: key.scopes,
      ports,
      params,
      query,
      body: sent?.value ?? null,
      stream: operation.body === 'file' ? request.body : null,
      mediaType: request.headers.get('content-type') ?? '',
      size: readContentLength(request),
      expected: readIfMatch(request.headers.get('if-match')),
      proof: request.headers.get(CONFIRMATION_HEADER),
    }
    if (operation.answer === 'csv') {
      const stream = (await operation.run(call)) as ReadableStream<Uint8Array> // Declared as one.
      return streamResponse(stream, operation.path)
    }
    // The same bytes again are the same image: a file needs no key.
    const isRepeatable = operation.method !== 'POST' || operation.body === 'file'
    const idempotencyKey = isRepeatable ? null : readIdempotencyKey(request)
    if (idempotencyKey === null) {
      const { etag, ...answered } = await run(found, call)
      return refusedOrDone(answered, etag === undefined ? {} : { ETag: etag })
    }
    const fingerprint = createHash('sha256')
      // An answer may hold what only this key may see.
      .update(
        `${key.keyId} ${request.method} ${request.url.slice(request.url.indexOf(SELLER_API_PATH))}\n${sent?.text ?? ''}`,
      )
      .digest('base64url')
    const { isReplay, ...answered } = await answerOnce(
      sellers,
      { sellerId: key.sellerId, idempotencyKey, fingerprint },
      async () => {
        const { status, body } = await run(found, call)
        return { status, body }
      },
    )
    return refusedOrDone(answered, isReplay ? { 'Idempotency-Replayed': 'true' } : {})
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      if (isDomainError(error)) return problemResponse(toProblem(error))
      return answerFailure(error, { log, message: 'The API of sellers failed', headers: apiHeaders })
    }
  }
}

function readInput(request: Request): Promise<{ text: string; value: unknown }> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json' || request.headers.has('content-encoding')) {
    throw new DomainError('MEDIA_TYPE_UNKNOWN', 'Send JSON, with Content-Type: application/json and no encoding.')
  }
  return readJson(request, { maxBytes: surfaceLimits.sellerApi.bodyBytes })
}

/** Refusals are returned as answers too, so that they can be told apart from work that broke off. */
async function run({ operation }: FoundOperation, call: ApiCall): Promise<Answered & { etag?: string }> {
  try {
    const value = await operation.run(call)
    return operation.answer === null
      ? { status: 204, body: '' }
      : { status: operation.successStatus, body: toJson(value), ...(operation.isVersioned && { etag: etagOf(value) }) }
  } catch (error) {
    if (!isDomainError(error)) throw error
    const problem = toProblem(error)
    const status = statusOf(problem.code)
    return { status, body: JSON.stringify({ status, ...problem }) }
  }
}

const etagOf = (answer: unknown): string => `"${(answer as { version: string }).version}"` // What is versioned has one.

const refusedOrDone = ({ status, body }: Answered, headers: Record<string, string> = {}): Response =>
  status < 300 ? jsonResponse(status, body, headers) : problemResponse(JSON.parse(body))

/** Proxies that compress make a tag weak, and clients send it back so: it still names the same version. */
function readIfMatch(header: string | null): ApiCall['expected'] {
  if (header === null || header.trim() === '*') return null
  return [...header.matchAll(/"([^"]*)"/g)].map(([, version = '']) => version)
}

function readQuery({ operation }: FoundOperation, { searchParams }: URL): unknown {
  const given = [...searchParams.keys()]
  const seen = new Set<string>()
  const twice = given.find((name) => seen.has(name) || !seen.add(name))
  if (twice !== undefined) throw new InputRefusedError({ [twice]: say('onceEach') })
  if (operation.query) return parseInput(operation.query, Object.fromEntries(searchParams))
  if (given[0] !== undefined) throw new InputRefusedError({ [given[0]]: say('noParameters') })
  return undefined
}

function readIdempotencyKey(request: Request): string | null {
  const text = request.headers.get('idempotency-key')
  if (text !== null && !/^[\x21-\x7e]{1,100}$/.test(text)) {
    throw new InputRefusedError({ 'Idempotency-Key': say('idempotencyRule') })
  }
  return text
}

const refuseMethod = (allowed: string[]): Response =>
  allowed.length > 0
    ? methodNotAllowed(allowed, apiHeaders)
    : problemResponse({ code: 'not_found', detail: `There is no such address. See ${SELLER_API_PATH}/openapi.json.` })

const refuseUnknownKey = () =>
  problemResponse({
    code: 'API_KEY_REQUIRED',
    detail: 'Send a key of your shop in force: Authorization: Bearer tps_…',
    headers: { 'WWW-Authenticate': 'Bearer' },
  })

const refuseHaste = (seconds: number) =>
  problemResponse({
    code: 'TOO_MANY_REQUESTS',
    detail: `Too many requests. Come back in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })
