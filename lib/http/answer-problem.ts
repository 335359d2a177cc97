import { problemResponse } from './problem'

/** An error answer of the site's own endpoints, as problem+json that nobody keeps. */
export function answerProblem(status: number, code: string, detail: string): Response {
  return problemResponse({ status, code, detail }, privateHeaders)
}

/** Headers of every answer that depends on who asks. */
export const privateHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Cookie' } as const
