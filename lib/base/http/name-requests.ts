import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { currentRequestId, enterRequest } from '@/lib/base/infra/request-scope'
import { isOwnRequest } from './own-server'

const REQUEST_START = 'http.server.request.start'

/**
 * Gives every request an id, which its answer, its problem and each of its log lines carry. Only a proxy of ours may
 * have chosen it (X-Request-Id). Returns a function that ends it.
 */
export function nameRequests({ trustedProxies }: { trustedProxies: number }): () => void {
  const name = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse } // As Node.js documents.
    const given = trustedProxies > 0 ? plainId(request.headers['x-request-id']) : undefined
    // A page that this process asks of itself belongs to the request that it is made for.
    const requestId = (isOwnRequest(request) ? currentRequestId() : given) ?? randomUUID()
    request.headers['x-request-id'] = requestId
    response.setHeader('X-Request-Id', requestId)
    enterRequest(requestId)
  }
  subscribe(REQUEST_START, name)
  return () => void unsubscribe(REQUEST_START, name)
}

/** Accepts ids in the form that proxies write; other text could be mistaken for something else. */
const plainId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : undefined
