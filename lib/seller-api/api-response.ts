import type { InputRefusedError } from '@/lib/sellers/input-refused-error'
import type { SignatureRequiredError } from '@/lib/sellers/signature-required-error'
import type { SignInExtension } from '@/lib/x402/sign-in'
import { problemStatusOf } from './problem-status'

const headers = { 'Cache-Control': 'private, no-store', Vary: 'Authorization' }

export type ApiProblem = {
  status: number
  code: string
  detail: string
  fields?: Readonly<Record<string, string>>
  /** What a wallet is to sign before it is done. */
  confirmation?: SignInExtension
  headers?: Readonly<Record<string, string>>
}

/** An answer with JSON; amounts are digits and times ISO 8601. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))

export function jsonResponse(status: number, body: string, more: Record<string, string> = {}): Response {
  if (status === 204) return new Response(null, { status, headers: { ...headers, ...more } })
  return new Response(body, { status, headers: { ...headers, 'Content-Type': 'application/json', ...more } })
}

export function csvResponse(body: ReadableStream<Uint8Array>): Response {
  const disposition = 'attachment; filename="payments.csv"'
  return new Response(body, {
    headers: { ...headers, 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': disposition },
  })
}

/** A refusal as problem+json (RFC 9457). `fields` names what of the input was refused, by its path there. */
export function problemResponse({ headers: more, ...problem }: ApiProblem): Response {
  return new Response(JSON.stringify({ type: 'about:blank', title: titles[problem.status] ?? 'Error', ...problem }), {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json', ...more },
  })
}

/** The problem that a verb's refusal is. */
export function toProblem(error: { code: string; message: string }): ApiProblem {
  // InputRefusedError's own, and SignatureRequiredError's.
  const { fields, confirmation } = error as Partial<InputRefusedError & SignatureRequiredError>
  const more = { ...(fields && { fields }), ...(confirmation && { confirmation }) }
  return { status: problemStatusOf(error.code), code: error.code, detail: error.message, ...more }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  507: 'Insufficient Storage',
}
