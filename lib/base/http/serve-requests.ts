import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { systemClock } from '@/lib/base/infra/clock'
import { oncePerProcess } from '@/lib/base/infra/process'
import { currentRequestId, inRequest } from '@/lib/base/infra/request-scope'
import { isLoopbackAddress } from '@/lib/base/infra/safe-fetch'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { callerOf } from './caller'
import { type FetchAnswer, sendAnswer, toRequest } from './fetch-answer'
import { refuseRequest, toGet } from './find-request-fault'
import { guardRequest } from './guard-request'
import { createRateLimit, surfaceLimits } from './limits'
import type { OpenAnswers } from './open-answers'
import { isOwnRequest } from './own-server'
import { answerAway, answerFailure, type FailureLog, methodNotAllowed, problemResponse } from './problem'

/** Settings of the checks that every request passes in front of any route. */
export type Edge = {
  publicOrigin: string
  trustedProxies: number
  log: FailureLog
  answers: Pick<OpenAnswers, 'add'>
  seen: (request: SeenRequest) => void
  /** Called for each request that may change something: it writes, pays or signs in. */
  mayWrite: () => void
  /** The answer that needs no page, and so no framework; null where the framework answers. */
  findAnswer: (request: IncomingMessage) => FetchAnswer | null
}

export type Framework = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Answers each request of a server: names and marks it, counts it, refuses what no route may see, and completes the head
 * of whatever answers it. What `findAnswer` finds is answered without the framework.
 */
export function serveRequests(edge: Edge, framework: Framework): RequestListener {
  const completeHeaders = createHeaderCompletion(edge.publicOrigin)
  const takeTurn = createRateLimit(systemClock)
  return (request, response) => {
    const requestId = nameRequest(request, edge.trustedProxies)
    const scope = { requestId, hasMissedDatabase: false, ...(isDocument(request) && { answerNotFound }) }
    request.headers['x-request-id'] = requestId
    response.setHeader('X-Request-Id', requestId)
    edge.answers.add(response)
    onHeaders(response, () => {
      answerAway(response, scope.hasMissedDatabase)
      completeHeaders(response)
    })
    // Connections that break end their answers too; nothing else is to be done about them.
    for (const end of [request, response]) end.on('error', () => {})
    inRequest(scope, () => void answer(request, response))

    function answerNotFound(): void {
      if (!response.headersSent) response.statusCode = 404
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const fault = guardRequest(request, edge.trustedProxies)
      const refusal = fault ? refuseRequest(fault) : isWriteToFile(request) ? methodNotAllowed(readMethods) : null
      if (!isOwnRequest(request)) watchAnswer(response, refusal ? 'refused' : surfaceOf(request.url ?? ''), edge.seen)
      if (refusal) return await sendAnswer(refusal, response)
      if (!isRead(request)) edge.mayWrite()
      const found = edge.findAnswer(request)
      const caller = !found && isPage(request) ? callerOf(toGet(request.headers)) : null
      // All callers come as this machine where a proxy is not counted in TRUSTED_PROXIES.
      const verdict =
        caller && !isLoopbackAddress(caller) && takeTurn({ caller: `page ${caller}`, ...surfaceLimits.pages })
      if (verdict) return await sendAnswer(tooManyPages(verdict.retryAfterSeconds), response)
      if (!found) return void (await framework(request, response))
      await sendAnswer(await found(await toRequest(request, response, edge.publicOrigin)), response)
    } catch (error) {
      const failure = answerFailure(error, { log: edge.log, message: 'A request failed' })
      if (response.headersSent) response.destroy()
      else await sendAnswer(failure, response)
    }
  }
}

const readMethods = ['GET', 'HEAD']
const fileFolders = new Set(['_next', ...readdirSync('public')])

/** The framework fails at other methods where it has a file. */
function isWriteToFile({ method = '', url = '' }: IncomingMessage): boolean {
  const [, folder = ''] = decodeURIComponent(url.split('?', 1)[0] ?? '').split('/')
  return !readMethods.includes(method) && fileFolders.has(folder)
}

const pageSurfaces: ReadonlySet<string> = new Set(['site', 'bazaar', 'dashboard'])

/** A page for a reader: no file, no endpoint, nothing that brings a payment or a sign-in. */
const isPage = (request: IncomingMessage): boolean =>
  isRead(request) && pageSurfaces.has(surfaceOf(request.url ?? '')) && !isOwnRequest(request)

const isRead = ({ method = '', headers }: IncomingMessage): boolean =>
  readMethods.includes(method) && proofHeaders.every((name) => headers[name] === undefined)

const proofHeaders = [headerNames.paymentSignature, headerNames.paymentVersion1, headerNames.signIn]

const tooManyPages = (seconds: number): Response =>
  problemResponse({
    code: 'TOO_MANY_REQUESTS',
    detail: `Too many pages at once for one address. Come back in ${seconds} s. Nothing was charged.`,
    headers: { 'Retry-After': String(seconds) },
  })

/** A link that is followed without a new document expects its page's parts with status 200. */
const isDocument = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.rsc === undefined

/**
 * The id of a request, which its answer, its problem and each of its log lines carry. Only a proxy of ours may have
 * chosen it (X-Request-Id). A page that this process asks of itself belongs to the request that it is made for.
 */
function nameRequest(request: IncomingMessage, trustedProxies: number): string {
  const given = trustedProxies > 0 ? plainId(request.headers['x-request-id']) : undefined
  return (isOwnRequest(request) ? currentRequestId() : given) ?? randomUUID()
}

/** Accepts ids in the form that proxies write; other text could be mistaken for something else. */
const plainId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[A-Za-z0-9._-]{8,64}$/.test(header) ? header : undefined

/** Parts of the site by which requests are counted. A fixed short list, as callers choose addresses freely. */
const surfaces: [beginning: string, surface: string][] = [
  ['/_next/', 'files'],
  ['/fonts/', 'files'],
  ['/x/', 'shops'],
  ['/api/v1/', 'seller_api'],
  ['/api/', 'api'],
  ['/facilitator/discovery/', 'discovery'],
  ['/facilitator/', 'facilitator'],
  ['/mcp', 'mcp'],
  ['/bazaar', 'bazaar'],
  ['/dashboard', 'dashboard'],
  ['/healthz', 'operations'],
  ['/readyz', 'operations'],
  ['/metrics', 'operations'],
]

/** The part of the site that an address belongs to; `site` for one that is not listed. */
function surfaceOf(address: string): string {
  for (const [beginning, surface] of surfaces) if (address.startsWith(beginning)) return surface
  return 'site'
}

/** For answers that are not our pages: opened as a page, they run, load, send and frame nothing. */
const CLOSED_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For pages: what their scripts may not ask the browser for, and windows that they open, such as wallets', may answer. */
const pageHeaders = Object.entries({
  'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), display-capture=()',
})

/**
 * Adds the headers that every answer of this process must have, also the framework's files, redirects and refusals:
 * those missing when the head is written. An answer without a caching rule is not stored.
 */
function createHeaderCompletion(publicOrigin: string): (response: ServerResponse) => void {
  const needed = Object.entries({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'same-origin',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': CLOSED_POLICY,
    ...(publicOrigin.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  })
  return (response) => {
    const isPage = String(response.getHeader('content-type') ?? '').startsWith('text/html')
    for (const [name, value] of isPage ? [...needed, ...pageHeaders] : needed)
      if (!response.hasHeader(name)) response.setHeader(name, value)
  }
}

/** Joins a server with what answers its requests; what no route of ours answers is left to the framework. */
type Serve = (server: Server, framework: Framework) => RequestListener

/** Set by `bin/start.mjs`, which has the server and the framework. */
const waiting = oncePerProcess<{ open: (serve: Serve) => void }>('server', () => ({ open: () => {} }))

/** Lets this process's server answer; the start calls it once all parts are open. */
export const openServer = (serve: Serve): void => waiting.open(serve)

/** The outcome of a request. A caller that left before its answer was out has the status 499, as with nginx. */
export type SeenRequest = { surface: string; status: number; seconds: number }

function watchAnswer(response: ServerResponse, surface: string, seen: (end: SeenRequest) => void): void {
  const startedAt = performance.now()
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499
    seen({ surface, status, seconds: (performance.now() - startedAt) / 1_000 })
  })
}
