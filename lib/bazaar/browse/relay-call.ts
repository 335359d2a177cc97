import { z } from 'zod'
import { surfaceLimits } from '@/lib/base/http/limits'
import { DomainError } from '@/lib/base/infra/domain-error'
import { SafeFetchError, type SafeFetchFault, type SafeResponse } from '@/lib/base/infra/safe-fetch'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import { buildCall, type ResourceCall } from '@/lib/base/x402/build-call'
import { declaredInput } from '@/lib/base/x402/declared-input'
import { jsonObjectIn, MAX_HEADER_CHARACTERS } from '@/lib/base/x402/header-codec'
import type { RouteMethod } from '@/lib/base/x402/route-pattern'
import { missingHeader, paymentHeader } from '@/lib/base/x402/v1/buy'
import type { Entry } from '../entry/entry'
import type { CatalogDeps } from '../ports'
import { getEntry } from './load-entries'

const values = z.record(z.string().max(128), z.string().max(4_096)).default({})

const relayInput = z
  .object({
    key: z.string().min(1).max(2_500),
    path: values,
    query: values,
    header: values,
    body: z.string().max(32_768).nullable().default(null),
    /** PAYMENT-SIGNATURE; null asks for the terms. */
    payment: z
      .string()
      .max(MAX_HEADER_CHARACTERS)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/)
      .nullable()
      .default(null),
  })
  .strict()

/** The service's answer, or why there is none; `isSent`: it may have got the request, and the payment. */
export type RelayOutcome =
  | ({ kind: 'answer' } & Omit<SafeResponse, 'trailers'>)
  | { kind: 'fault'; fault: SafeFetchFault; message: Sentence; isSent: boolean }

const PAID_TIMEOUT_MS = 60_000
const UNPAID_TIMEOUT_MS = 15_000
const AGENT = 'TurnpikeRelay/1 (+/docs/bazaar)'

/** Faults after which the request may have reached its server. */
const sentFaults: SafeFetchFault[] = ['timeout', 'too_large', 'too_many_redirects', 'unreachable']

/** Dropped headers of an answer: about the connection, or with a meaning only on that host. */
const DROPPED_HEADERS =
  /^(set-cookie2?|connection|keep-alive|transfer-encoding|te|trailer|upgrade|proxy-.*|content-length|content-encoding|clear-site-data|strict-transport-security|refresh|location|link|sourcemap|report-to|nel)$/

/**
 * Sends one request to a listed resource of another host, with its declared parameters and, once signed, the payment.
 * Nothing else is sent: no cookies, no credentials, no address of the buyer's. Redirects are not followed, so a payment
 * reaches only the host it was signed for.
 * Throws `ENTRY_NOT_FOUND`, `INVALID_PARAMETER`, and `RELAY_NOT_NEEDED` for this site's resources.
 */
export async function relayCall(deps: CatalogDeps, input: unknown): Promise<RelayOutcome> {
  const parsed = relayInput.safeParse(input)
  if (!parsed.success) throw new DomainError('INVALID_PARAMETER', say('call.input'))
  const { key, payment, ...given } = parsed.data
  const found = await getEntry(deps.database, key)
  if (found === null || found.entry.type !== 'http') throw new DomainError('ENTRY_NOT_FOUND', say('call.unlisted'))
  if (URL.parse(found.entry.resource)?.origin === deps.publicOrigin)
    throw new DomainError('RELAY_NOT_NEEDED', say('call.servedHere'))
  const call = toCall(found.entry, given)
  const outcome = await send(deps, call, payment)
  const end =
    outcome.kind === 'answer'
      ? { status: outcome.status, bytes: outcome.body.length, elapsedMs: outcome.elapsedMs }
      : { fault: outcome.fault }
  const { host } = new URL(call.url)
  deps.log.info({ key, host, isPaid: payment !== null, ...end }, 'relayed a call to a listed resource')
  return outcome
}

function toCall(entry: Entry, given: Parameters<typeof buildCall>[1]): ResourceCall {
  const target = { resource: entry.resource, method: entry.method ?? 'GET' }
  const declared = declaredInput({ ...target, input: entry.input, schemas: entry.inputSchemas })
  const built = buildCall({ ...target, declared }, given)
  if (!built.ok) throw new DomainError('INVALID_PARAMETER', `${built.parameter}: ${built.message}`)
  return built.call
}

async function send(
  { fetch, reach }: CatalogDeps,
  { url, method, headers, body }: ResourceCall,
  payment: string | null,
): Promise<RelayOutcome> {
  const paid = payment === null ? null : paymentHeader(payment)
  try {
    const answer = await fetch(url, {
      method: method as RouteMethod, // A listed entry's method is one of these.
      headers: {
        ...headers,
        'user-agent': AGENT,
        accept: '*/*',
        ...(paid !== null && { [paid.name]: paid.value }),
      },
      ...(body !== null && { body }),
      timeoutMs: payment === null ? UNPAID_TIMEOUT_MS : PAID_TIMEOUT_MS,
      maxBytes: surfaceLimits.relay.answerBytes,
      onTooLarge: 'cut',
      maxRedirects: 0,
      allowLoopback: reach === 'loopback',
    })
    return await toAnswer(answer, paid?.name ?? null)
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const { fault } = error
    const message = fault === 'too_many_redirects' ? say('call.redirects') : error.sentence
    return { kind: 'fault', fault, message, isSent: sentFaults.includes(fault) }
  }
}

/** The answer as one of version 2, whichever version its seller speaks. */
async function toAnswer(
  { trailers: _trailers, ...answer }: SafeResponse,
  paidBy: string | null,
): Promise<RelayOutcome> {
  const { url, status, headers, body } = answer
  const missing = await missingHeader(
    {
      status,
      headerOf: (name) => headers[name] ?? null,
      asked: url,
      json: async () => jsonObjectIn(body.toString('utf8')),
    },
    paidBy,
  )
  const kept = Object.entries(headers).filter(([name]) => !DROPPED_HEADERS.test(name))
  if (missing !== null) kept.push([missing.name, missing.value])
  return { kind: 'answer', ...answer, headers: Object.fromEntries(kept) }
}
