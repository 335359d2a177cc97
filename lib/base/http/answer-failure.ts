import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-away'
import { currentRequest, currentRequestId } from '@/lib/base/infra/request-scope'
import { type Problem, problemResponse } from './problem'

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
