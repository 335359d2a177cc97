import { callerOf } from '@/lib/base/http/caller'
import { createRateLimit } from '@/lib/base/http/limits'
import type { Problem } from '@/lib/base/http/problem'
import { bearerOf } from '@/lib/base/http/request-headers'
import type { Clock } from '@/lib/base/infra/clock'
import type { Database } from '@/lib/base/infra/database'
import { type ApiKeyScope, findApiKey, isOwnKey } from './api-keys'

export type AccessOptions = {
  database: Database
  clock: Clock
  isOpen: boolean
  /** Limit per address for callers without a key, and for keys without their own limit. */
  requestsPerSecond: number
}

/** An admitted caller, with its key and the key's name, if it has one; a refused one gets the problem. */
export type CallerGate = (
  request: Request,
  scope: ApiKeyScope,
) => Promise<{ keyId: string | null; receivers: string[] } | { problem: Problem }>

export function createCallerGate(options: AccessOptions): CallerGate {
  const take = createRateLimit(options.clock)
  return async (request, scope) => {
    const secret = bearerOf(request)
    const key = secret === null ? null : await findApiKey(options.database, secret, options.clock())
    // An open facilitator overlooks a key of some other service, which stock servers may always send.
    if (secret !== null && !key && (isOwnKey(secret) || !options.isOpen)) {
      return unauthorized('The API key is not in force.')
    }
    if (!key && !options.isOpen) return unauthorized('This facilitator needs an API key.')
    if (key && !key.scopes.includes(scope)) {
      return { problem: { code: 'SCOPE_MISSING', detail: `The API key does not allow ${scope}.` } }
    }
    const caller = key ? `key:${key.id}` : `address:${callerOf(request.headers)}`
    const verdict = take({ caller, requestsPerSecond: key?.requestsPerSecond ?? options.requestsPerSecond })
    return verdict ? tooMany(verdict.retryAfterSeconds) : { keyId: key?.id ?? null, receivers: key?.receivers ?? [] }
  }
}

const unauthorized = (detail: string): { problem: Problem } => ({
  problem: { code: 'API_KEY_REQUIRED', detail, headers: { 'WWW-Authenticate': 'Bearer' } },
})

const tooMany = (seconds: number): { problem: Problem } => ({
  problem: {
    code: 'TOO_MANY_REQUESTS',
    detail: `Too many requests. Come back in ${seconds} s.`,
    headers: { 'Retry-After': String(seconds) },
  },
})
