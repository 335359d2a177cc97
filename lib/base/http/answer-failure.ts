import { randomUUID } from 'node:crypto'
import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-away'
import { currentRequestId } from '@/lib/base/infra/request-scope'
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
