import { type Problem, toProblem as refusalOf, problemResponse as respond } from '@/lib/base/http/problem'
import type { DomainError } from '@/lib/base/infra/domain-error'
import { inEnglish } from '@/lib/base/sentences/in-english'
import { isSentence } from '@/lib/base/sentences/sentence'
import type { SignatureRequiredError } from '@/lib/shop/sellers/confirm-by-wallet'
import type { InputRefusedError } from '@/lib/shop/sellers/input-refused-error'

export const apiHeaders = { 'Cache-Control': 'private, no-store', Vary: 'Authorization' }

/** Answers with JSON: amounts as digits, times as ISO 8601, sentences in English. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'bigint') return part.toString()
    return isSentence(part) ? inEnglish(part) : part
  })

export function jsonResponse(status: number, body: string, more: Record<string, string> = {}): Response {
  if (status === 204) return new Response(null, { status, headers: { ...apiHeaders, ...more } })
  return new Response(body, { status, headers: { ...apiHeaders, 'Content-Type': 'application/json', ...more } })
}

export function streamResponse(body: ReadableStream<Uint8Array>, path: string): Response {
  const disposition = `attachment; filename="${path.slice(path.lastIndexOf('/') + 1)}"`
  return new Response(body, {
    headers: { ...apiHeaders, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition },
  })
}

export const problemResponse = (problem: Problem): Response => respond(problem, apiHeaders)

export function toProblem(error: DomainError): Problem {
  // InputRefusedError has the first, SignatureRequiredError the second.
  const { fields, confirmation } = error as Partial<InputRefusedError & SignatureRequiredError>
  const more = { ...(fields && { fields }), ...(confirmation && { confirmation }) }
  return { ...refusalOf(error), ...more }
}
