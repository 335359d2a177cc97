import {
  answerFailure as answerFault,
  notFound as nothingThere,
  type Problem,
  methodNotAllowed as refuseMethod,
  problemResponse as respond,
} from '@/lib/base/http/problem'
import type { Gate } from './gate'
import { gatedHeaders } from './release'
import type { SaleStop } from './route-config'

/** An error answer of the gate as problem+json, with the gate's cache and CORS headers. */
export const problemResponse = (problem: Problem): Response => respond(problem, gatedHeaders([]))

export const notFound = (): Response => nothingThere(gatedHeaders([]))

export const methodNotAllowed = (allowed: string[]): Response => refuseMethod([...allowed, 'OPTIONS'], gatedHeaders([]))

/** A database that is away is a 503, another fault of ours a 500 with a reference. */
export const answerFailure = (
  { log }: Pick<Gate, 'log'>,
  error: unknown,
  failed: { message: string; routeKey: string; detail?: string },
): Response => {
  const { routeKey, ...words } = failed
  const headers = gatedHeaders([])
  return answerFault(error, { ...words, log, fields: { routeKey }, headers })
}

/**
 * A route that is not sold at the moment. A suspension may be lifted, so it is never answered as gone. What was archived
 * takes no payment: it offers none.
 */
export function answerStopped(stop: SaleStop): Response {
  if (stop === 'archived') return notFound()
  if (stop === 'paused') return problemResponse({ ...paused, headers: { 'Retry-After': '3600' } })
  return problemResponse(stop === 'suspended' ? suspended : closed)
}

const paused: Problem = {
  code: 'route_paused',
  detail: 'The seller has paused this route. You were not charged.',
}

const suspended: Problem = {
  code: 'route_suspended',
  detail:
    'Those who run this site have suspended this route: it is not sold, and you were not charged. What you bought before opens from the library, signed in.',
}

const closed: Problem = {
  code: 'route_closed',
  detail:
    'Those who run this site have closed this route, even to those who bought it. No payment was taken now; ask its seller about an earlier one.',
}
