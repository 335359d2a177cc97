import { STATUS_CODES } from 'node:http'
import type { DomainError } from '@/lib/base/infra/domain-error'
import { oncePerProcess } from '@/lib/base/infra/once-per-process'
import { currentRequestId } from '@/lib/base/infra/request-scope'
import type { SignInExtension } from '@/lib/base/x402/sign-in'
import { withFacts } from './answer-facts'
import { type ProblemCode, statusOf } from './problem-status'

/** An error that is no verdict. `code` is for programs and never changes, `detail` is one sentence for people. */
export type Problem = {
  code: ProblemCode
  /** The code's own status when omitted: some codes fit two situations. */
  status?: number
  detail: string
  title?: string
  fields?: Readonly<Record<string, string>>
  /** Statement that a wallet has to sign before the action is done. */
  confirmation?: SignInExtension
  headers?: Readonly<Record<string, string>>
}

/**
 * A problem as problem+json (RFC 9457) that is not stored, with the id of the request. The problem's own headers
 * override `base`, those of its place.
 */
export function problemResponse({ headers, ...problem }: Problem, base: HeadersInit = {}): Response {
  const all = new Headers({ 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' })
  for (const more of [new Headers(base), new Headers(headers)]) more.forEach((value, name) => all.set(name, value))
  all.set('content-type', 'application/problem+json')
  const status = problem.status ?? statusOf(problem.code)
  const requestId = currentRequestId()
  const body = {
    type: problemType(problem.code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    ...problem,
    ...(requestId && { requestId }),
  }
  return withFacts(new Response(JSON.stringify(body), { status, headers: all }), { code: problem.code })
}

export const toProblem = ({ code, message }: DomainError): Problem => ({ code, detail: message })

/** Names the methods that an address answers (RFC 9110, 15.5.6); `base` are the headers of its place. */
export function methodNotAllowed(allowed: readonly string[], base: HeadersInit = {}): Response {
  const methods = [...new Set(allowed)].join(', ')
  const detail = `This address answers ${methods}.`
  return problemResponse({ code: 'method_not_allowed', detail, headers: { Allow: methods } }, base)
}

/** The answer for every address without content, whatever the reason; `base` are the headers of its place. */
export const notFound = (base: HeadersInit = {}): Response =>
  problemResponse({ code: 'not_found', detail: 'There is nothing at this address.' }, base)

const errors = oncePerProcess<{ page: string | null }>('errors page', () => ({ page: null }))

/** Sets the page that explains problem codes, with an anchor for each. The site calls it once, as it starts. */
export function explainProblemsAt(page: string | null): void {
  errors.page = page
}

/** The `type` of a problem (RFC 9457): where its code is explained; `about:blank` in a process without that page. */
const problemType = (code: ProblemCode): string => (errors.page === null ? 'about:blank' : `${errors.page}#${code}`)
