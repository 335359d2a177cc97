import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import { isOwnRequest } from './own-server'

/**
 * The id of a request, which its answer, its problem and each of its log lines carry. Only a proxy of ours may have
 * chosen it (X-Request-Id). A page that this process asks of itself belongs to the request that it is made for.
 */
export function nameRequest(request: IncomingMessage, trustedProxies: number): string {
  const given = trustedProxies > 0 ? plainId(request.headers['x-request-id']) : undefined
  return (isOwnRequest(request) ? currentRequestId() : given) ?? randomUUID()
}

/** Accepts ids in the form that proxies write; other text could be mistaken for something else. */
const plainId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : undefined
