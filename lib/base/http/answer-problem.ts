import { problemResponse } from './problem'
import type { ProblemCode } from './problem-status'

/** An error answer of the site's own endpoints, as problem+json that is not stored. */
export function answerProblem(code: ProblemCode, detail: string): Response {
  return problemResponse({ code, detail }, privateHeaders)
}

export const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const
