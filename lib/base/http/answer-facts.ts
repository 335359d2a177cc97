import { oncePerProcess } from '@/lib/base/infra/once-per-process'

/** Facts about an answer for the log, beyond its status: none of them reaches the caller. */
export type AnswerFacts = { code?: string | undefined; upstreamStatus?: number } & Readonly<Record<string, unknown>>

const kept = oncePerProcess('answer facts', () => new WeakMap<Response, AnswerFacts>())

/** Adds facts to an answer, and returns it. A copy of the answer has none of them. */
export function withFacts(answer: Response, facts: AnswerFacts): Response {
  kept.set(answer, { ...kept.get(answer), ...facts })
  return answer
}

export const factsOf = (answer: Response): AnswerFacts => kept.get(answer) ?? {}
