import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-errors'
import { type DomainCode, type DomainError, type RefusalCode, refusals } from '@/lib/base/infra/domain-error'
import { oncePerProcess } from '@/lib/base/infra/process'
import { currentRequest, currentRequestId } from '@/lib/base/infra/request-scope'
import type { SignInExtension } from '@/lib/base/x402/sign-in'

/** An error that is no verdict. `code` is for programs and never changes, `detail` is one sentence for people. */
export type Problem = {
  code: ProblemCode
  /** The code's own status when omitted: some codes fit two situations. */
  status?: number
  detail: string
  title?: string
  fields?: Readonly<Record<string, string>>
  /** Statement that a wallet has to sign before the action is done. */
  confirmation?: SignInExtension
  headers?: Readonly<Record<string, string>>
}

/**
 * A problem as problem+json (RFC 9457) that is not stored, with the id of the request. The problem's own headers
 * override `base`, those of its place.
 */
export function problemResponse({ headers, ...problem }: Problem, base: HeadersInit = {}): Response {
  const all = new Headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
  for (const more of [new Headers(base), new Headers(headers)]) more.forEach((value, name) => all.set(name, value))
  all.set('content-type', 'application/problem+json')
  const status = problem.status ?? statusOf(problem.code)
  const requestId = currentRequestId()
  const body = {
    type: problemType(problem.code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...problem,
    ...(requestId && { requestId }),
  }
  return withFacts(new Response(JSON.stringify(body), { status, headers: all }), { code: problem.code })
}

export const toProblem = ({ code, message }: DomainError): Problem => ({ code, detail: message })

/** Names the methods that an address answers (RFC 9110, 15.5.6); `base` are the headers of its place. */
export function methodNotAllowed(allowed: readonly string[], base: HeadersInit = {}): Response {
  const methods = [...new Set(allowed)].join(', ')
  const detail = `This address answers ${methods}.`
  return problemResponse({ code: 'method_not_allowed', detail, headers: { Allow: methods } }, base)
}

/** The answer for every address without content, whatever the reason; `base` are the headers of its place. */
export const notFound = (base: HeadersInit = {}): Response =>
  problemResponse({ code: 'not_found', detail: 'There is nothing at this address.' }, base)

const errors = oncePerProcess<{ page: string | null }>('errors page', () => ({ page: null }))

/** Sets the page that explains problem codes, with an anchor for each. The site calls it once, as it starts. */
export function explainProblemsAt(page: string | null): void {
  errors.page = page
}

/** The `type` of a problem (RFC 9457): where its code is explained; `about:blank` in a process without that page. */
const problemType = (code: ProblemCode): string => (errors.page === null ? 'about:blank' : `${errors.page}#${code}`)

/**
 * Status of a surface's own refusals: before it calls a verb, or because that broke. Small letters for a code that
 * clients of the protocol read too: at paid routes, and at the edge before them. No code has two spellings.
 */
const answers = {
  address_unreadable: 400,
  BODY_INVALID: 400,
  CALL_REFUSED: 400,
  form_unreadable: 400,
  HEADER_INVALID: 400,
  header_unreadable: 400,
  invalid_payload: 400,
  invalid_x402_version: 400,
  API_KEY_REQUIRED: 401,
  form_foreign: 403,
  route_closed: 403,
  route_suspended: 403,
  NETWORK_UNKNOWN: 404,
  not_found: 404,
  RECEIPT_NOT_FOUND: 404,
  method_not_allowed: 405,
  method_unknown: 405,
  request_too_slow: 408,
  delivery_exhausted: 409,
  payment_identifier_conflict: 409,
  payment_in_progress: 409,
  stream_over: 410,
  CALL_TOO_LARGE: 413,
  request_too_large: 413,
  address_too_long: 414,
  CONTENT_UNSUPPORTED: 415,
  claim_overdue: 429,
  payer_limited: 429,
  RELAY_TOO_OFTEN: 429,
  TOO_MANY_REQUESTS: 429,
  header_too_long: 431,
  handler_failed: 500,
  internal_error: 500,
  settlement_amount_invalid: 500,
  NODE_UNREACHABLE: 502,
  upstream_encoded: 502,
  upstream_redirected: 502,
  upstream_refused: 502,
  upstream_too_large: 502,
  upstream_unreachable: 502,
  database_away: 503,
  facilitator_unreachable: 503,
  gas_wallets_empty: 503,
  signer_unreachable: 503,
  RELAY_BUSY: 503,
  route_not_ready: 503,
  route_paused: 503,
  settlement_unknown: 503,
  too_busy: 503,
  handler_timeout: 504,
  upstream_timeout: 504,
} as const satisfies Record<string, number>

export type ProblemCode = DomainCode | keyof typeof answers

const statuses: Readonly<Record<string, number>> = { ...refusals, ...answers }

/** True for a refusal that the caller may read; the other codes are faults of ours. */
export const isRefusal = (code: DomainCode): code is RefusalCode => Object.hasOwn(refusals, code)

export const statusOf = (code: ProblemCode): number => statuses[code] ?? 500

/** An error answer of the site's own endpoints, as problem+json that is not stored. */
export function answerProblem(code: ProblemCode, detail: string): Response {
  return problemResponse({ code, detail }, privateHeaders)
}

export const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const

export type FailureLog = Record<'warn' | 'error', (fields: Record<string, unknown>, message: string) => void>

type Failed = {
  log: FailureLog
  message: string
  fields?: Record<string, unknown>
  detail?: string
  headers?: HeadersInit
}

/**
 * Answers a failure that is not a refusal, and logs it once: 503 with Retry-After where the database is away, else 500
 * with a reference that finds the failure in the log, and no other detail.
 */
export function answerFailure(
  error: unknown,
  { log, message, fields = {}, detail = 'Something broke on our side.', headers }: Failed,
): Response {
  const away = awayProblem(error)
  if (away) {
    log.warn({ ...fields, err: error }, `${message}: the database is away`)
    return problemResponse(away, headers)
  }
  const reference = currentRequestId() ?? randomUUID()
  log.error({ ...fields, reference, err: error }, message)
  return problemResponse({ code: 'internal_error', detail: `${detail} Reference: ${reference}.` }, headers)
}

/** Answer with Retry-After for a failure because the database was away. Null for every other failure. */
export function awayProblem(error: unknown): Problem | null {
  if (!isDatabaseAway(error)) return null
  return {
    code: 'database_away',
    detail:
      'The database does not answer at this moment. Ask again in a few seconds with the very same request: what it has paid is not taken twice.',
    headers: { 'Retry-After': String(DATABASE_AWAY_RETRY_SECONDS) },
  }
}

/**
 * Turns the framework's 500, of pages and endpoints without their own answer, into 503 with Retry-After, where
 * `noteFailure` was told that the database was away. Call it as the head is about to be written.
 */
export function answerAway(response: ServerResponse, hasMissedDatabase: boolean): void {
  if (response.statusCode !== 500 || !hasMissedDatabase) return
  response.statusCode = 503
  response.statusMessage = ''
  response.setHeader('Retry-After', String(DATABASE_AWAY_RETRY_SECONDS))
}

/** Call it for each failure that no endpoint has answered, within the failed request. */
export function noteFailure(error: unknown): void {
  const scope = currentRequest()
  if (scope && isDatabaseAway(error)) scope.hasMissedDatabase = true
}

/** Facts about an answer for the log, beyond its status: none of them reaches the caller. */
export type AnswerFacts = { code?: string | undefined; upstreamStatus?: number } & Readonly<Record<string, unknown>>

const kept = oncePerProcess('answer facts', () => new WeakMap<Response, AnswerFacts>())

/** Adds facts to an answer, and returns it. A copy of the answer has none of them. */
export function withFacts(answer: Response, facts: AnswerFacts): Response {
  kept.set(answer, { ...kept.get(answer), ...facts })
  return answer
}

export const factsOf = (answer: Response): AnswerFacts => kept.get(answer) ?? {}
