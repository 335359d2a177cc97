import { z } from 'zod'
import { isRecord } from '@/lib/base/x402/header-codec'
import { decodeHeader, encodePortably } from '@/lib/base/x402/protocol-headers'

/** A tool call's result. Strangers' servers write it, so every field may be missing. */
const toolResultSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.unknown()).optional(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() }).passthrough()).optional(),
  _meta: z.record(z.unknown()).optional(),
})

const answerSchema = z.object({
  result: toolResultSchema.optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})
/** JSON-RPC's code for a fault of the server, after which nobody knows what became of a payment. */
const INTERNAL_ERROR = -32_603

/**
 * A `fetch` that calls a paid MCP tool of this site: the request's JSON body holds the arguments, its payment goes into
 * `_meta`, and the result comes back as the HTTP answer that the gate gave. Throws where the answer is lost.
 */
export function toolFetch(name: string, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const payment = request.headers.get('payment-signature')
    const params = {
      name,
      arguments: (await request.json()) as unknown,
      ...(payment !== null && { _meta: { 'x402/payment': decodeHeader(payment) } }),
    }
    const answer = await send('/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      cache: 'no-store',
    })
    if (!answer.ok) return answer
    const { result, error } = answerSchema.parse(await answer.json())
    if (result) return toolAnswer(result)
    const detail = error?.message ?? 'The tool gave no result.'
    if (error && error.code !== INTERNAL_ERROR) return toolProblem({ status: 400, code: 'tool_refused', detail })
    return new Response(detail, { status: 500 })
  }
}

const problemSchema = z
  .object({ status: z.number().int().min(400).max(599), code: z.string(), retryAfterSeconds: z.number().optional() })
  .passthrough()

/**
 * The HTTP answer that a paid tool's result stands for, so that a payer of HTTP reads it: terms are a 402, a settlement is
 * in its header, and another error is a problem.
 */
function toolAnswer({ isError, structuredContent, content = [], _meta: meta = {} }: z.infer<typeof toolResultSchema>) {
  const settlement = meta['x402/payment-response']
  const paid: Record<string, string> = isRecord(settlement) ? { 'payment-response': encodePortably(settlement) } : {}
  const text = content.flatMap((part) => part.text ?? []).join('\n')
  if (!isError) {
    return structuredContent
      ? Response.json(structuredContent, { headers: paid })
      : new Response(text, { headers: { ...paid, 'content-type': 'text/plain; charset=utf-8' } })
  }
  if (Array.isArray(structuredContent?.accepts)) {
    const { detail: _detail, ...challenge } = structuredContent
    return new Response(text, { status: 402, headers: { ...paid, 'payment-required': encodePortably(challenge) } })
  }
  const known = problemSchema.safeParse(structuredContent)
  if (!known.success) return toolProblem({ status: 422, code: 'tool_failed', detail: text }, paid)
  const { retryAfterSeconds: wait } = known.data
  return toolProblem(known.data, { ...paid, ...(wait !== undefined && { 'retry-after': String(wait) }) })
}

const toolProblem = (body: { status: number; code: string; detail?: unknown }, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status: body.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
