import { z } from 'zod'
import type { CallValues } from '@/lib/base/x402/build-call'
import { CUT_HEADER } from './purchase'

/** Why the relay passed nothing on, or got nothing back, in words for the reader. */
class RelayError extends Error {
  override readonly name = 'RelayError'
}

const answerSchema = z.object({
  kind: z.literal('answer'),
  status: z.number().int().min(200).max(599),
  headers: z.record(z.string()),
  body: z.string(),
  isCut: z.boolean(),
})
const faultSchema = z.object({ kind: z.literal('fault'), message: z.string(), isSent: z.boolean() })
const problemSchema = z.object({ code: z.string(), detail: z.string() })

const bodiless = [204, 205, 304]

/**
 * A `fetch` to a listed resource of another host, through this site's relay. Only the request's payment is used: entry
 * and values name the URL. Throws where the answer is lost, so that the payment is stored and looked up; a payment that
 * certainly never left gets an answer that says so.
 */
export function relayFetch(target: { key: string; values: CallValues }): typeof fetch {
  return async (input, init) => {
    const payment = new Request(input, init).headers.get('payment-signature')
    const answer = await fetch('/bazaar/relay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: target.key, ...target.values, payment }),
      cache: 'no-store',
    })
    const json: unknown = await answer.json()
    const relayed = answerSchema.safeParse(json)
    if (relayed.success) return toResponse(relayed.data)
    const { message, isSent } = whyNot(json)
    if (payment === null || isSent) throw new RelayError(message)
    return Response.json({ code: 'relay_refused', detail: message }, { status: 503 })
  }
}

function whyNot(json: unknown): { message: string; isSent: boolean } {
  const fault = faultSchema.safeParse(json)
  if (fault.success) return fault.data
  const problem = problemSchema.safeParse(json)
  // Without a code of ours the answer is not the relay's, and how far the request got is unknown.
  return problem.success
    ? { message: problem.data.detail, isSent: false }
    : { message: 'The relay gave no answer that can be read.', isSent: true }
}

function toResponse({ status, headers, body, isCut }: z.infer<typeof answerSchema>): Response {
  const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0))
  const readable = Object.entries(headers).filter(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
  const all = [...readable, ...(isCut ? [[CUT_HEADER, 'true'] as [string, string]] : [])]
  return new Response(bodiless.includes(status) ? null : bytes, { status, headers: all })
}
