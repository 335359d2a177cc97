import { callerOf } from '@/lib/base/http/caller'
import { createRateLimit } from '@/lib/base/http/limits'
import type { Problem } from '@/lib/base/http/problem'
import { bearerOf } from '@/lib/base/http/request-headers'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import { type ApiKeyScope, callerOfKey, findApiKey, isOwnKey } from './api-keys'

type AccessOptions = {
  database: Database
  clock: Clock
  isOpen: boolean
  /** Limit per address for callers without a key, and for keys without their own limit. */
  requestsPerSecond: number
}

/** An admitted caller, with its key if it has one. Fails with `RefusedRequest` for any other. */
export type CallerGate = (
  request: Request,
  scope: ApiKeyScope,
) => Promise<{ keyId: string | null; receivers: string[] }>

export function createCallerGate(options: AccessOptions): CallerGate {
  const take = createRateLimit(options.clock)
  return async (request, scope) => {
    const secret = bearerOf(request)
    const key = secret === null ? null : await findApiKey(options.database, secret, options.clock())
    // An open facilitator overlooks a key of some other service, which stock servers may always send.
    if (secret !== null && !key && (isOwnKey(secret) || !options.isOpen)) {
      throw unauthorized('The API key is not in force.')
    }
    if (!key && !options.isOpen) throw unauthorized('This facilitator needs an API key.')
    if (key && !key.scopes.includes(scope)) {
      throw new RefusedRequest({ code: 'SCOPE_MISSING', detail: `The API key does not allow ${scope}.` })
    }
    const caller = key ? callerOfKey(key.id) : `address:${callerOf(request.headers)}`
    const verdict = take({ caller, requestsPerSecond: key?.requestsPerSecond ?? options.requestsPerSecond })
    if (verdict) throw tooMany(verdict.retryAfterSeconds)
    return { keyId: key?.id ?? null, receivers: key?.receivers ?? [] }
  }
}

const unauthorized = (detail: string) =>
  new RefusedRequest({ code: 'API_KEY_REQUIRED', detail, headers: { 'WWW-Authenticate': 'Bearer' } })

const tooMany = (seconds: number) =>
  new RefusedRequest({
    code: 'TOO_MANY_REQUESTS',
    detail: `Too many requests. Come back in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  })

/** A request that is answered with a problem before anything is done for it. */
export class RefusedRequest extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail)
    this.name = 'RefusedRequest'
  }
}
