import { callerOf } from '@/lib/base/http/caller'
import { createRateLimit, createShares, surfaceLimits } from '@/lib/base/http/limits'
import { answerProblem, isRefusal, type ProblemCode, privateHeaders, problemResponse } from '@/lib/base/http/problem'
import { readJson } from '@/lib/base/http/read-body'
import { isSameOrigin } from '@/lib/base/http/request-headers'
import { systemClock } from '@/lib/base/infra/clock'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { say } from '@/lib/base/sentences/say'
import type { Sentence } from '@/lib/base/sentences/sentence'
import type { RelayOutcome } from '../browse/relay-call'

const { callsPerSecond, callsAtOnce, bodyBytes } = surfaceLimits.relay
/** In the demo all visitors share one address, with several pages open at once. */
const CALLS_PER_SECOND_IN_DEMO = 20
export const relayPlaces = { total: 24, perCaller: callsAtOnce }

export type RelaySite = ReturnType<typeof openRelay>

export const openRelay = (parts: {
  publicOrigin: string
  isDemo: boolean
  catalog: { relay: (input: unknown) => Promise<RelayOutcome> }
}) => ({
  publicOrigin: parts.publicOrigin,
  relay: parts.catalog.relay,
  takeTurn: createRateLimit(systemClock),
  /** Limit per address, counted over ten seconds. */
  callsPerSecond: parts.isDemo ? CALLS_PER_SECOND_IN_DEMO : callsPerSecond,
  places: createShares(relayPlaces),
})

/**
 * `POST /bazaar/relay`: does what a page's own request to another host cannot do. Only for our pages, one listed
 * resource at a time, bounded in number and rate. The answer is data within JSON, so it can never be a page of ours.
 * `inWords` translates the sentences of a refusal into the reader's language.
 */
export async function answerRelayCall(
  site: RelaySite,
  request: Request,
  inWords: (sentence: Sentence) => string,
): Promise<Response> {
  const isJson = /^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')
  if (!isSameOrigin(request.headers, site.publicOrigin) || !isJson) {
    return answerProblem('FOREIGN_ORIGIN', inWords(say('call.elsewhere')))
  }
  const caller = `relay:${callerOf(request.headers)}`
  const leave = site.places.take(caller)
  if (!leave) return refuse('RELAY_BUSY', inWords(say('call.busy')), 5)
  try {
    const verdict = await site.takeTurn({ caller, requestsPerSecond: site.callsPerSecond })
    if (verdict !== null) {
      return refuse('RELAY_TOO_OFTEN', inWords(say('call.tooOften')), verdict.retryAfterSeconds)
    }
    return toResponse(await site.relay((await readJson(request, { maxBytes: bodyBytes })).value), inWords)
  } catch (error) {
    if (!isDomainError(error) || !isRefusal(error.code)) throw error
    return answerProblem(error.code, error.sentence ? inWords(error.sentence) : error.message)
  } finally {
    leave()
  }
}

const refuse = (code: ProblemCode, detail: string, retryAfterSeconds: number): Response =>
  problemResponse({ code, detail, headers: { 'Retry-After': String(retryAfterSeconds) } }, privateHeaders)

const dataHeaders = {
  ...privateHeaders,
  'Content-Type': 'application/json',
  'Content-Security-Policy': "default-src 'none'; sandbox",
}

function toResponse(outcome: RelayOutcome, inWords: (sentence: Sentence) => string): Response {
  const json =
    outcome.kind === 'answer'
      ? { ...outcome, body: outcome.body.toString('base64') }
      : { ...outcome, message: inWords(outcome.message) }
  return new Response(JSON.stringify(json), { status: outcome.kind === 'answer' ? 200 : 502, headers: dataHeaders })
}
