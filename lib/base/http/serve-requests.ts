import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import onHeaders from 'on-headers'
import { inRequest } from '@/lib/base/infra/request-scope'
import { headerNames } from '@/lib/base/x402/protocol-headers'
import { answerAway } from './answer-away'
import { answerFailure, type FailureLog } from './answer-failure'
import { callerOf } from './caller-mark'
import { createHeaderCompletion } from './complete-headers'
import { toRequest } from './direct-request'
import { type FetchAnswer, sendAnswer } from './fetch-answer'
import { guardRequest } from './guard-request'
import { joinWrites } from './join-writes'
import { nameRequest } from './name-request'
import type { OpenAnswers } from './open-answers'
import { isOwnRequest } from './own-server'
import { createPageLimit } from './page-limit'
import { problemResponse } from './problem'
import { refuseRequest } from './refuse-request'
import { surfaceOf } from './surface-of'
import { type SeenRequest, watchAnswer } from './watch-answer'

/** Settings of the checks that every request passes in front of any route. */
export type Edge = {
  publicOrigin: string
  trustedProxies: number
  log: FailureLog
  answers: Pick<OpenAnswers, 'add'>
  seen: (request: SeenRequest) => void
  /** The answer that needs no page, and so no framework; null where the framework answers. */
  findAnswer: (request: IncomingMessage) => FetchAnswer | null
}

/** Answers what is left to it, such as Next.js. */
export type Framework = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Answers each request of a server: names and marks it, counts it, refuses what no route may see, and completes the head
 * of whatever answers it. What `findAnswer` finds is answered without the framework.
 */
export function serveRequests(edge: Edge, framework: Framework): RequestListener {
  const completeHeaders = createHeaderCompletion(edge.publicOrigin)
  const waitForPage = createPageLimit()
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
    joinWrites(response)
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
      if (!isOwnRequest(request)) watchAnswer(response, fault ? 'refused' : surfaceOf(request.url ?? ''), edge.seen)
      if (fault) return await sendAnswer(refuseRequest(fault), response)
      const found = edge.findAnswer(request)
      const waitSeconds = !found && isPage(request) ? waitForPage(callerOf(toGet(request))) : null
      if (waitSeconds !== null) return await sendAnswer(tooManyPages(waitSeconds), response)
      if (!found) return void (await framework(request, response))
      await sendAnswer(await found(toRequest(request, response, edge.publicOrigin)), response)
    } catch (error) {
      const failure = answerFailure(error, { log: edge.log, message: 'A request failed' })
      if (response.headersSent) response.destroy()
      else await sendAnswer(failure, response)
    }
  }
}

const pageSurfaces: ReadonlySet<string> = new Set(['site', 'bazaar', 'dashboard'])

/** A page for a reader: no file, no endpoint, nothing that brings a payment or a sign-in. */
const isPage = (request: IncomingMessage): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  pageSurfaces.has(surfaceOf(request.url ?? '')) &&
  proofHeaders.every((name) => request.headers[name] === undefined) &&
  !isOwnRequest(request)

const proofHeaders = [headerNames.paymentSignature, headerNames.paymentVersion1, headerNames.signIn]

const toGet = ({ headers }: IncomingMessage) => ({ get: (name: string) => headers[name]?.toString() ?? null })

const tooManyPages = (seconds: number): Response =>
  problemResponse({
    code: 'TOO_MANY_REQUESTS',
    detail: `Too many pages at once for one address. Come back in ${seconds} s. Nothing was charged.`,
    headers: { 'Retry-After': String(seconds) },
  })

/** A link that is followed without a new document expects its page's parts with status 200. */
const isDocument = ({ method, headers }: IncomingMessage) =>
  (method === 'GET' || method === 'HEAD') && headers.rsc === undefined
