import { readBytes } from '@/lib/base/http/read-body'
import { surfaceLimits } from '@/lib/base/http/surface-limits'
import { isDomainError } from '@/lib/base/infra/domain-error'
import { answerStopped } from './answer-stopped'
import { problemResponse } from './problem'
import { gatedHeaders } from './release'
import type { SaleStop } from './route-config'

export type FreeCall = {
  stop: SaleStop | null
  /** Seconds after which this caller may come back; null lets the request pass. */
  admit: (request: Request) => Promise<number | null>
  handler: (request: Request) => Promise<Response>
}

/**
 * Passes on a free request: to the part of a seller's service that is open to anyone. Ignores the caller's payment and
 * sign-in headers, and does not pass them on.
 */
export async function answerFree(request: Request, { stop, admit, handler }: FreeCall): Promise<Response> {
  if (stop) return answerStopped(stop)
  const awaySeconds = await admit(request)
  if (awaySeconds !== null) {
    return problemResponse({
      code: 'TOO_MANY_REQUESTS',
      detail: 'Too many free requests from your address. Ask again in a moment.',
      headers: { 'Retry-After': String(awaySeconds) },
    })
  }
  const body = await readBounded(request)
  if (body instanceof Response) return body
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  const { method, headers } = request
  const answer = await handler(new Request(request.url, { method, headers, ...(hasBody ? { body } : {}) }))
  return new Response(method === 'HEAD' ? null : answer.body, {
    status: answer.status,
    headers: gatedHeaders([...answer.headers]),
  })
}

async function readBounded(request: Request): Promise<Uint8Array<ArrayBuffer> | Response> {
  try {
    return new Uint8Array(await readBytes(request, { maxBytes: surfaceLimits.gate.bodyBytes }))
  } catch (error) {
    if (!isDomainError(error)) throw error
    const code = error.code === 'BODY_TOO_LARGE' ? 'request_too_large' : 'request_too_slow'
    return problemResponse({ code, detail: error.message })
  }
}
