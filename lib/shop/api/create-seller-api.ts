import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import { createRateLimit, surfaceLimits } from '@/lib/base/http/limits'
import { jsonContent, problemAnswers, sharedSchemas } from '@/lib/base/http/open-api'
import {
  answerFailure,
  methodNotAllowed,
  type Problem,
  toProblem as refusalOf,
  problemResponse as respond,
  statusOf,
} from '@/lib/base/http/problem'
import { readContentLength, readJson } from '@/lib/base/http/read-body'
import { bearerOf, CONFIRMATION_HEADER } from '@/lib/base/http/request-headers'
import { DomainError, isDomainError } from '@/lib/base/infra/domain-error'
import type { Logger } from '@/lib/base/infra/logger'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { say } from '@/lib/base/sentences/say'
import { isSentence } from '@/lib/base/sentences/sentence'
import { nameOperations } from '@/lib/base/x402/paid-open-api'
import type { SignatureRequiredError } from '@/lib/shop/sellers/confirm-by-wallet'
import { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'
import { authenticateKey, type FoundKey } from '@/lib/shop/sellers/keys/keys'
import type { SellersContext } from '@/lib/shop/sellers/ports'
import { type Answered, answerOnce } from '@/lib/shop/sellers/replays/replay'
import { keyScopes } from '../sellers/keys/keys'
import { type ApiCall, requireScope, type SellerApiPorts, type SellerOperation } from './operation'
import { type FoundOperation, findOperation, sellerOperations } from './operations'

export type SellerApi = (request: Request) => Promise<Response>

type SellerApiParts = {
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
}: SellerApiParts): SellerApi {
  const takeTurn = createRateLimit(sellers.clock)

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const path = url.pathname.slice(SELLER_API_PATH.length)
    if (path === '/openapi.json' && method === 'GET')
      return jsonResponse(200, toJson(openApiDocument(sellers.publicOrigin, siteName)))
    const found = findOperation(method, path)
    if ('allowed' in found) return refuseMethod(found.allowed)
    const key = await authenticateKey(sellers, bearerOf(request) ?? '')
    if (!key)
      return problemResponse({
        code: 'API_KEY_REQUIRED',
        detail: 'Send a key of your shop in force: Authorization: Bearer tps_…',
        headers: { 'WWW-Authenticate': 'Bearer' },
      })
    const verdict = takeTurn({ caller: `seller:${key.keyId}`, requestsPerSecond })
    if (verdict)
      return problemResponse({
        code: 'TOO_MANY_REQUESTS',
        detail: `Too many requests. Come back in ${verdict.retryAfterSeconds} s.`,
        headers: { 'Retry-After': String(verdict.retryAfterSeconds) },
      })
    // Before the body is read; the operation itself requires it too.
    await requireScope({ context: sellers, ...key }, found.operation.scope)
    return perform(request, found, key)
  }

  async function perform(request: Request, found: FoundOperation, key: FoundKey): Promise<Response> {
    const { operation, params } = found
    const takesFile = operation.body === 'file'
    const sent = operation.body === null || takesFile ? null : await readInput(request)
    const call: ApiCall = {
      context: sellers,
      actor: key.actor,
      scopes: key.scopes,
      ports,
      params,
      query: readQuery(found, new URL(request.url)),
      body: sent?.value,
      stream: takesFile ? request.body : null,
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
    const idempotencyKey = operation.method !== 'POST' || takesFile ? null : readIdempotencyKey(request)
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
    const claim = { sellerId: key.sellerId, idempotencyKey, fingerprint }
    const { isReplay, ...answered } = await answerOnce(sellers, claim, () => run(found, call))
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
  if (!operation.query && given[0] !== undefined) throw new InputRefusedError({ [given[0]]: say('noParameters') })
  return Object.fromEntries(searchParams)
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

const apiHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Authorization' }

/** Answers with JSON: amounts as digits, times as ISO 8601, sentences in English. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'bigint') return part.toString()
    return isSentence(part) ? inEnglish(part) : part
  })

function jsonResponse(status: number, body: string, more: Record<string, string> = {}): Response {
  if (status === 204) return new Response(null, { status, headers: { ...apiHeaders, ...more } })
  return new Response(body, { status, headers: { ...apiHeaders, 'Content-Type': 'application/json', ...more } })
}

function streamResponse(body: ReadableStream<Uint8Array>, path: string): Response {
  const disposition = `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`
  return new Response(body, {
    headers: { ...apiHeaders, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition },
  })
}

const problemResponse = (problem: Problem): Response => respond(problem, apiHeaders)

function toProblem(error: DomainError): Problem {
  // InputRefusedError has the first, SignatureRequiredError the second.
  const { fields, confirmation } = error as Partial<InputRefusedError & SignatureRequiredError>
  const more = { ...(fields && { fields }), ...(confirmation && { confirmation }) }
  return { ...refusalOf(error), ...more }
}

/** OpenAPI 3.1 of the sellers' API, made from the schemas that parse requests and that tests check answers against. */
export const openApiDocument = (publicOrigin: string, siteName = 'Turnpike') =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: `${siteName} for sellers`,
      version: '1',
      contact: { name: siteName, url: publicOrigin },
      description: `What the dashboard does, for programs. Scopes of keys: ${keyScopes.join(', ')}.`,
    },
    servers: [{ url: `${publicOrigin}/api/v1` }],
    security: [{ key: [] }],
    ...nameOperations(describePaths(), (path) => path.split('/')[1] ?? ''),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key from /dashboard/keys.' } },
      schemas: sharedSchemas,
    },
  })

function describePaths() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {}
  for (const [operationId, operation] of Object.entries(sellerOperations)) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describe(operationId, operation)
  }
  return paths
}

function describe(operationId: string, operation: SellerOperation): ZodOpenApiOperationObject {
  const { summary, scope, path, query, body } = operation
  return {
    operationId,
    summary,
    description: `Scope: ${scope}.`,
    requestParams: {
      path: z.object(pathParameters(path)),
      header: z.object(headerParameters(operation)),
      ...(query && { query }),
    },
    ...(body && { requestBody: { required: true, content: body === 'file' ? fileContent : jsonContent(body) } }),
    responses: { ...success(operation), ...refusals(operation) },
  }
}

const pathParameters = (path: string) =>
  Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      name.endsWith('Id') ? z.string().uuid() : z.string(),
    ]),
  )

const headerParameters = ({ method, isConfirmed, isConditional }: SellerOperation) => ({
  ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
  ...(isConfirmed && { [CONFIRMATION_HEADER]: confirmation }),
  ...(isConditional && { 'If-Match': ifMatch }),
})

const idempotencyKey = z
  .string()
  .max(100)
  .optional()
  .describe('A retry with the same key and body is answered as the first request was, for a day.')

const confirmation = z
  .string()
  .max(16_384)
  .optional()
  .describe(
    'What a wallet of the account has signed for this very change, coded as SIGN-IN-WITH-X. Without it comes 403 SIGNATURE_REQUIRED, whose `confirmation` is the message to sign: once, within five minutes.',
  )

const ifMatch = z
  .string()
  .max(1000)
  .optional()
  .describe('The `ETag` that was read. Where somebody else has saved since, nothing is changed and 412 says who.')

const fileContent = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } as const

function success({
  answer,
  successStatus,
  summary,
  isVersioned,
}: SellerOperation): ZodOpenApiOperationObject['responses'] {
  if (answer === null) return { '204': { description: 'Done.' } }
  const content = answer === 'csv' ? { 'text/csv': { schema: z.string() } } : jsonContent(answer)
  const headers = isVersioned && { headers: z.object({ ETag: z.string().describe('The version, for `If-Match`.') }) }
  return { [successStatus]: { description: summary, content, ...headers } }
}

const refusals = ({ body, isConditional }: SellerOperation) => ({
  ...problems,
  ...(isConditional && changedMeanwhile),
  ...(body === 'file' && noRoom),
})

const changedMeanwhile = problemAnswers({ '412': 'Somebody else has saved since; nothing was changed.' })
const noRoom = problemAnswers({ '507': 'The site has no room for the file.' })
const problems = problemAnswers({
  '4XX': 'Refused: `code` and `detail` say why, `fields` what is wrong with the input.',
  '5XX': 'Something broke here; `detail` has a reference.',
})
