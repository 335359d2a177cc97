import { z } from 'zod'
import { decodeHeader } from '@/lib/base/x402/portable-header'
import { toolAnswer, toolProblem, toolResultSchema } from '@/lib/base/x402/tool-answer'

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
