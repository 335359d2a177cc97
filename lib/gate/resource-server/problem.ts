import { answerFailure as answerFault } from '@/lib/base/http/answer-failure'
import {
  notFound as nothingThere,
  type Problem,
  methodNotAllowed as refuseMethod,
  problemResponse as respond,
} from '@/lib/base/http/problem'
import type { Gate } from './gate'
import { gatedHeaders } from './release'

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
