import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isOwnRequest } from './own-server'
import { surfaceOf } from './surface-of'

const REQUEST_START = 'http.server.request.start'

/** The outcome of a request. A caller that left before its answer was out has the status 499, as with nginx. */
export type SeenRequest = { surface: string; status: number; seconds: number }

/** Reports every request from outside once it is over. Returns a function that ends it. */
export function watchRequests(seen: (request: SeenRequest) => void): () => void {
  const watch = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse } // As Node.js documents.
    if (isOwnRequest(request)) return
    const surface = surfaceOf(request.url ?? '')
    const startedAt = performance.now()
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : 499
      seen({ surface, status, seconds: (performance.now() - startedAt) / 1_000 })
    })
  }
  subscribe(REQUEST_START, watch)
  return () => void unsubscribe(REQUEST_START, watch)
}
