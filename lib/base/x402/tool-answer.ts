import { z } from 'zod'
import { isRecord } from './header-codec'
import { encodePortably } from './portable-header'

/** A tool call's result. Strangers' servers write it, so every field may be missing. */
export const toolResultSchema = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.unknown()).optional(),
  content: z.array(z.object({ type: z.string(), text: z.string().optional() }).passthrough()).optional(),
  _meta: z.record(z.unknown()).optional(),
})

const problemSchema = z
  .object({ status: z.number().int().min(400).max(599), code: z.string(), retryAfterSeconds: z.number().optional() })
  .passthrough()

/**
 * The HTTP answer that a paid tool's result stands for, so that a payer of HTTP reads it: terms are a 402, a settlement is
 * in its header, and another error is a problem.
 */
export function toolAnswer({
  isError,
  structuredContent,
  content = [],
  _meta: meta = {},
}: z.infer<typeof toolResultSchema>) {
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

export const toolProblem = (
  body: { status: number; code: string; detail?: unknown },
  headers: Record<string, string> = {},
) =>
  new Response(JSON.stringify(body), {
    status: body.status,
    headers: { ...headers, 'content-type': 'application/problem+json' },
  })
