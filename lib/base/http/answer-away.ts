import type { ServerResponse } from 'node:http'
import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-away'
import { currentRequest } from '@/lib/base/infra/request-scope'

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
