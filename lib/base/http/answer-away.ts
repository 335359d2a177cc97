import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { DATABASE_AWAY_RETRY_SECONDS, isDatabaseAway } from '@/lib/base/infra/database-away'
import { currentRequest } from '@/lib/base/infra/request-scope'

const REQUEST_START = 'http.server.request.start'

/**
 * Answers 503 with Retry-After in place of the framework's 500, for pages and endpoints without their own answer, where
 * `noteFailure` was told that the database was away. Needs the request's scope, so it comes after `nameRequests`.
 * Returns a function that ends it.
 */
export function answerAway(): () => void {
  const onRequest = (message: unknown) => {
    const { response } = message as { response: ServerResponse } // As Node.js documents this channel.
    const scope = currentRequest()
    onHeaders(response, function answer(this: ServerResponse) {
      if (this.statusCode !== 500 || !scope?.hasMissedDatabase) return
      this.statusCode = 503
      this.statusMessage = ''
      this.setHeader('Retry-After', String(DATABASE_AWAY_RETRY_SECONDS))
    })
  }
  subscribe(REQUEST_START, onRequest)
  return () => unsubscribe(REQUEST_START, onRequest)
}

/** Call it for each failure that no endpoint has answered, within the failed request. */
export function noteFailure(error: unknown): void {
  const scope = currentRequest()
  if (scope && isDatabaseAway(error)) scope.hasMissedDatabase = true
}
