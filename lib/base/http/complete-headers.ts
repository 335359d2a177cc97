import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import onHeaders from 'on-headers'

const REQUEST_START = 'http.server.request.start'

/** For answers that are not our pages: opened as a page, they run, load, send and frame nothing. */
const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Adds the headers that every answer of this process must have, also the framework's files, redirects and refusals:
 * those missing when the head is written. An answer without a caching rule is not stored. Returns a stop function.
 */
export function completeHeaders({ publicOrigin }: { publicOrigin: string }): () => void {
  const needed = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CLOSED_POLICY,
    ...(publicOrigin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  })
  function complete(this: ServerResponse): void {
    for (const [name, value] of needed) if (!this.hasHeader(name)) this.setHeader(name, value)
  }
  // Node.js publishes each request of its servers here, with its response.
  const onRequest = (message: unknown) => onHeaders((message as { response: ServerResponse }).response, complete)
  subscribe(REQUEST_START, onRequest)
  return () => unsubscribe(REQUEST_START, onRequest)
}
