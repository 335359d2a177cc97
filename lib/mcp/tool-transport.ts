import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { decodeHeader } from '@/lib/base/x402/portable-header'
import { toolAnswer } from '@/lib/base/x402/tool-answer'
import { readTerms } from './ask-tool'
import { type CalledTool, callTool } from './call-tool'
import type { Caller, ConversationLimits } from './guarded-fetch'

/** A paid call and its settlement take longer than an unpaid one. */
const LIMITS: ConversationLimits = { requests: 20, bytes: 1_000_000, lines: 2_000, timeoutMs: 60_000 }

/** The end of a call: its answer as HTTP has it, with the bytes that were bought; or why there is none. */
export type ToolEnd =
  | { status: number; body: Uint8Array; latencyMs: number | null; fault: null }
  | { status: null; fault: string | null }

/**
 * A `fetch` that calls a stranger's tool, so that a payer of HTTP pays it: without a payment it answers with the terms.
 * Fails where a payment has no answer.
 */
export function toolTransport(
  tool: CalledTool,
  caller: Caller,
  ended: (end: ToolEnd, isPaid: boolean) => void,
): typeof fetch {
  return async (input, init) => {
    const payment = decodeHeader(new Request(input, init).headers.get('payment-signature'))
    const isPaid = payment !== null
    const { result, latencyMs, fault } = await callTool({ ...tool, payment, sparesEffects: true }, caller, LIMITS)
    if (result === null) {
      ended({ status: null, fault }, isPaid)
      if (isPaid) throw new Error(`The tool gave no answer: ${fault}`)
      return new Response(null, { status: 502 })
    }
    const terms = result.isError === true ? readTerms(result) : null
    const answer = toolAnswer({ ...result, ...(terms && { structuredContent: terms }) })
    ended({ status: answer.status, body: bytesOf(result), latencyMs, fault: null }, isPaid)
    return answer
  }
}

/** A tool's answer as it is bought: its structured content, else its texts, else all of its content. */
function bytesOf({ structuredContent, content }: CallToolResult): Uint8Array {
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const isText = !structuredContent && texts.length > 0 && texts.length === content.length
  return new TextEncoder().encode(isText ? texts.join('\n') : JSON.stringify(structuredContent ?? content))
}
